import type { Db, Tx } from '@ingot/db/connect'
import { type Amount, amountOf } from '@ingot/money/amount'
import type { Asset, GramAsset } from '@ingot/money/assets'
import { formatDecimal, parseDecimal } from '@ingot/money/decimal'
import { fineGramsOfBar, weightDecimals } from '@ingot/money/gold'
import { type RawBuilder, sql } from 'kysely'
import { type Account, houseAccount } from './account.ts'
import { LedgerError, namingRefusals } from './ledger-error.ts'
import { type Move, move, post, postTogether } from './post.ts'

const outside = houseAccount('XAU', 'outside')
const unallocated = houseAccount('XAU', 'unallocated')
const allocated = houseAccount('XAU', 'allocated')

/** A product that stands for grams in the vault. The vault's own gold is not one. */
export type IssuedGram = Exclude<GramAsset, 'XAU'>

/** A bar that comes. Without a brand it is the refiner's, without a year nobody knows it, without a vault it is the main one. */
export type NewBar = {
  refiner: string
  serial: string
  brand?: string
  year?: number | null
  /** Parts of a thousand, such as 999.9. */
  fineness: string
  /** At most six decimals. */
  grossGrams: string
  vault?: string
}

/** A bar as it came, once for each time it did. */
export type Bar = Required<NewBar> & { id: string; round: number; fine: Amount<'XAU'>; entry: bigint }

export const mainVault = 'Main vault'

/** The same number as in the migration: whoever takes bars in or out waits for the one before. */
const vaultLock = 1_866_349

/** From here to the end of the transaction no bar comes or goes. */
export const lockVault = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${vaultLock})`.execute(tx)
}

type BarRow = {
  id: string
  refiner: string
  serial: string
  brand: string
  year: number | null
  fineness: string
  gross_grams: string
  vault: string
  round: number
  fine_units: string
  entry: string
}

const barOf = ({ gross_grams, fine_units, entry, ...row }: BarRow): Bar => ({
  ...row,
  grossGrams: gross_grams,
  fine: amountOf('XAU', BigInt(fine_units)),
  entry: BigInt(entry),
})

const columns = sql`
  b.id, b.refiner, b.serial, b.brand, b.year, b.fineness, b.gross_grams, b.vault, b.round, b.fine_units, b.entry`
const isIn = sql`not exists (select from vault_departures d where d.bar = b.id)`

/** What lies in the vault. */
export const readBars = async (db: Db | Tx): Promise<Bar[]> => {
  const { rows } = await sql<BarRow>`select ${columns} from vault_bars b where ${isIn} order by b.id`.execute(db)
  return rows.map(barOf)
}

/** What lay in the vault when an entry had been posted that is final. */
export const readBarsAt = async (db: Db | Tx, entry: bigint): Promise<Bar[]> => {
  const { rows } = await sql<BarRow>`
    select ${columns} from vault_bars b where b.entry <= ${String(entry)}
      and not exists (select from vault_departures d where d.bar = b.id and d.entry <= ${String(entry)})
    order by b.id`.execute(db)
  return rows.map(barOf)
}

/** One that is in or was. */
export type KnownBar = Bar & { isIn: boolean }

const readKnown = async (db: Db | Tx, chosen: RawBuilder<unknown>): Promise<KnownBar[]> => {
  const { rows } = await sql<BarRow & { is_in: boolean }>`
    select ${columns}, ${isIn} as is_in from vault_bars b where ${chosen} order by b.id`.execute(db)
  return rows.map(({ is_in, ...row }) => ({ ...barOf(row), isIn: is_in }))
}

export const findBar = async (db: Db | Tx, id: string): Promise<KnownBar | undefined> =>
  (await readKnown(db, sql`b.id = ${id}`))[0]

type Named = Pick<NewBar, 'refiner' | 'serial'>

/** Every time that bars of these names came, whichever way their letters are written. */
export const readNamesakes = (db: Db | Tx, bars: readonly Named[]): Promise<KnownBar[]> => {
  const names = JSON.stringify(bars.map(({ refiner, serial }) => ({ refiner, serial })))
  return readKnown(
    db,
    sql`(lower(b.refiner), lower(b.serial)) in (
      select lower(refiner), lower(serial) from jsonb_to_recordset(${names}::jsonb) as named (refiner text, serial text))`,
  )
}

/** By which bars of one name are found, however their letters are written. */
export const nameKeyOf = ({ refiner, serial }: Named): string =>
  JSON.stringify([refiner.toLowerCase(), serial.toLowerCase()])

/** However many zeros it was written with. */
const grossOf = ({ grossGrams }: NewBar) => formatDecimal(parseDecimal(grossGrams, weightDecimals))

/** Whether two that are named alike are one bar: they weigh the same, and no two years tell them apart. */
export const isSameBar = (bar: NewBar, other: NewBar): boolean =>
  nameKeyOf(bar) === nameKeyOf(other) &&
  grossOf(bar) === grossOf(other) &&
  (bar.year === other.year || !bar.year || !other.year)

/** How an entry is named. A bar's first round is named by the bar alone. */
const referenceOf = (kind: string, { refiner, serial, round }: Named & { round: number }): string =>
  [kind, refiner, serial, ...(round > 1 ? [round] : [])].join(':')

const nameOf = ({ refiner, serial }: Named) => `${refiner} ${serial}`

/** Numbers bars on from the last time that one of their name came. */
const roundsOf = (bars: readonly NewBar[], known: readonly Bar[]): number[] => {
  const last = new Map<string, number>()
  const keyOf = ({ refiner, serial }: Named) => JSON.stringify([refiner, serial])
  for (const bar of known) last.set(keyOf(bar), Math.max(bar.round, last.get(keyOf(bar)) ?? 0))
  return bars.map((bar) => {
    const round = (last.get(keyOf(bar)) ?? 0) + 1
    last.set(keyOf(bar), round)
    return round
  })
}

/**
 * Takes bars into the vault that two operators have agreed on: their fine grams may be sold from now on. All of them come or
 * none, and a delivery comes once.
 */
export const takeInBars = async (
  tx: Tx,
  bars: readonly NewBar[],
  { causedBy, delivery = null }: { causedBy: string; delivery?: string | null },
): Promise<{ entry: bigint; fine: Amount<'XAU'> }[]> => {
  await lockVault(tx)
  const known = await readNamesakes(tx, bars)
  const rounds = roundsOf(bars, known)
  const coming = bars.map((bar, index) => {
    const { brand = bar.refiner, year = null, vault = mainVault } = bar
    return { ...bar, brand, year, vault, round: rounds[index] ?? 1, fine: fineGramsOfBar(bar) }
  })
  for (const bar of coming)
    if (known.some((other) => other.isIn && isSameBar(bar, other))) throw new LedgerError('BarKnown', nameOf(bar))
  const posted = await postTogether(
    tx,
    coming.map(({ brand, year, fineness, grossGrams, vault, fine, ...bar }) => ({
      reference: referenceOf('vault-intake', bar),
      kind: 'vault-intake',
      causedBy,
      // Under the seals with the entry, so that nobody makes another bar of it.
      details: {
        brand,
        ...(year !== null && { year }),
        fineness,
        grossGrams,
        vault,
        ...(delivery !== null && { delivery }),
      },
      moves: [move(fine, { from: outside, to: unallocated })],
    })),
  )
  const replayed = coming.find((_, index) => posted[index]?.replayed)
  if (replayed) throw new LedgerError('ReferenceReused', nameOf(replayed))
  const taken = coming.map((bar, index) => ({ ...bar, entry: posted[index]?.entry ?? 0n }))
  await insertBars(tx, taken, delivery)
  return taken.map(({ entry, fine }) => ({ entry, fine }))
}

type Taken = Omit<Bar, 'id'>

const insertBars = async (tx: Tx, bars: readonly Taken[], delivery: string | null) => {
  const names = bars.map(nameOf).join(', ').slice(0, 200)
  if (delivery !== null)
    await namingRefusals(delivery, sql`insert into vault_deliveries (name) values (${delivery})`.execute(tx))
  const rows = bars.map(({ grossGrams, fine, entry, ...bar }) => ({
    ...bar,
    gross_grams: grossGrams,
    fine_units: String(fine.units),
    entry: String(entry),
  }))
  await namingRefusals(
    names,
    sql`
      insert into vault_bars (refiner, serial, brand, year, fineness, gross_grams, vault, round, fine_units, entry, delivery)
      select refiner, serial, brand, year, fineness, gross_grams, vault, round, fine_units, entry, ${delivery}::text
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as bar (refiner text, serial text, brand text, year smallint,
        fineness numeric, gross_grams numeric, vault text, round integer, fine_units numeric, entry bigint)
      order by entry`.execute(tx),
  )
}

/** Takes one bar in, once: the same again is answered alike while it is in. One that is only named alike is refused here. */
export const takeInBar = async (
  tx: Tx,
  bar: NewBar,
  causedBy: string,
): Promise<{ entry: bigint; fine: Amount<'XAU'> }> => {
  await lockVault(tx)
  const known = (await readNamesakes(tx, [bar])).filter((other) => other.isIn)
  const same = known.find((other) => isSameBar(bar, other) && other.fine.units === fineGramsOfBar(bar).units)
  if (same) return { entry: same.entry, fine: same.fine }
  if (known.length > 0) throw new LedgerError('BarKnown', nameOf(bar))
  const [taken] = await takeInBars(tx, [bar], { causedBy })
  if (!taken) throw new Error('a bar was not taken in')
  return taken
}

/** Takes a bar out. Only gold that nobody was promised can leave: the books refuse more. */
export const takeOutBar = async (
  tx: Tx,
  id: string,
  { to, causedBy }: { to: string; causedBy: string },
): Promise<{ entry: bigint; fine: Amount<'XAU'> }> => {
  await lockVault(tx)
  const bar = await findBar(tx, id)
  if (!bar?.isIn) throw new LedgerError('NoSuchBar', id)
  const { entry, replayed } = await post(tx, {
    reference: referenceOf('vault-departure', bar),
    kind: 'vault-departure',
    causedBy,
    details: { to },
    moves: [move(bar.fine, { from: unallocated, to: outside })],
  })
  if (replayed) throw new LedgerError('ReferenceReused', nameOf(bar))
  await sql`insert into vault_departures (bar, entry, taken_to) values (${id}, ${String(entry)}, ${to})`.execute(tx)
  return { entry, fine: bar.fine }
}

/** Bars that are about to leave with an entry of their own, until the transaction ends. One that is not in is refused. */
export const barsToDepart = async (tx: Tx, ids: readonly string[]): Promise<Bar[]> => {
  await lockVault(tx)
  const bars = await readKnown(tx, sql`b.id = any(${[...ids]}::bigint[])`)
  const missing = ids.find((id) => !bars.some((bar) => bar.id === id && bar.isIn))
  if (missing !== undefined) throw new LedgerError('NoSuchBar', missing)
  return bars
}

/** Gold that was promised leaves as bars: what was set aside of the vault goes with it. */
export const deliveredMove = (bars: readonly Pick<Bar, 'fine'>[]): Move =>
  move(
    amountOf(
      'XAU',
      bars.reduce((sum, { fine }) => sum + fine.units, 0n),
    ),
    { from: allocated, to: outside },
  )

/** Writes down which bars left with an entry. */
export const departBars = async (
  tx: Tx,
  bars: readonly Pick<Bar, 'id'>[],
  { entry, to }: { entry: bigint; to: string },
): Promise<void> => {
  await sql`
    insert into vault_departures (bar, entry, taken_to)
    select unnest(${bars.map(({ id }) => id)}::bigint[]), ${String(entry)}::bigint, ${to}::text`.execute(tx)
}

/**
 * Issues grams to an account and sets the same grams of the vault aside, in one entry: what is not in the vault cannot
 * be sold.
 */
export const issueMoves = <A extends IssuedGram>(amount: Amount<A>, to: Account<NoInfer<A>>): Move[] => [
  move(amountOf('XAU', amount.units), { from: unallocated, to: allocated }),
  move<Asset>(amount, { from: houseAccount(amount.asset, 'issued'), to }),
]

/** Takes issued grams back, and frees the vault's. */
export const redeemMoves = <A extends IssuedGram>(amount: Amount<A>, from: Account<NoInfer<A>>): Move[] => [
  move<Asset>(amount, { from, to: houseAccount(amount.asset, 'issued') }),
  move(amountOf('XAU', amount.units), { from: allocated, to: unallocated }),
]
