import { hash } from 'node:crypto'
import type { Part, Statement } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { traceparentNow } from '@ingot/db/trace'
import { runLast, runStatement } from '@ingot/db/transaction'
import type { Amount } from '@ingot/money/amount'
import type { Asset, OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { type Account, nameOf, purposes } from './account.ts'
import { LedgerError, namingRefusals, refusalOf } from './ledger-error.ts'

/** One asset, from one account to another. Fees are a move of their own. */
export type Move = {
  readonly source: Account<Asset>
  readonly target: Account<Asset>
  readonly amount: Amount<Asset>
  /** It also has to happen on the chain: a settlement is queued with it. */
  readonly settle?: true
}

/** The three share their asset: another one does not compile. */
export const move = <A extends Asset>(
  amount: Amount<A>,
  between: { from: Account<NoInfer<A>>; to: Account<NoInfer<A>> },
): Move => ({ source: between.from, target: between.to, amount })

/** The same, for a token that has to move on the chain too. */
export const settledMove = <A extends OnChainAsset>(
  amount: Amount<A>,
  between: { from: Account<NoInfer<A>>; to: Account<NoInfer<A>> },
): Move => ({ ...move(amount, between), settle: true })

/** One business event. */
export type Entry = {
  /** The caller's name for it: posting it again gives the same entry. */
  readonly reference: string
  readonly kind: string
  readonly causedBy: string
  readonly moves: readonly Move[]
  readonly details?: Readonly<Record<string, string | number | boolean>>
}

export type Posted = { entry: bigint /** It had been posted before, and was not posted again. */; replayed: boolean }

type Prepared = Entry & { readonly reverses?: bigint }

/** Nothing to move is nothing to post, and one entry is never so long that it holds up the others. */
const longest = 100

/** A fingerprint of what an entry says. Its form stays: by it an entry is known again that was posted long ago. */
const hashOf = ({ kind, causedBy, moves, details = {}, reverses }: Prepared): string =>
  hash(
    'sha256',
    JSON.stringify({
      kind,
      causedBy,
      details,
      reverses: reverses === undefined ? null : String(reverses),
      moves: moves.map(({ source, target, amount, settle }) => ({
        asset: amount.asset,
        units: String(amount.units),
        sourceOwner: source.owner,
        sourcePurpose: source.purpose,
        sourceGuarded: purposes[source.purpose].guarded,
        targetOwner: target.owner,
        targetPurpose: target.purpose,
        targetGuarded: purposes[target.purpose].guarded,
        ...(settle && { settle }),
      })),
    }),
  )

const check = ({ reference, moves }: Prepared) => {
  if (moves.length === 0 || moves.length > longest)
    throw new Error(`an entry has 1 to ${longest} moves, ${reference} has ${moves.length}`)
  // The types say so too; rows and casts do not read them.
  for (const { source, target, amount } of moves)
    if (source.asset !== amount.asset || target.asset !== amount.asset)
      throw new Error(`${amount.asset} cannot move from ${nameOf(source)} to ${nameOf(target)}`)
}

/** Entries as the database takes them, each account named once: the migration 0004 describes it. */
const callOf = (entries: readonly Prepared[]) => {
  const places = new Map<string, number>()
  const accounts: [owner: string, asset: Asset, purpose: string, guarded: boolean][] = []
  const placeOf = (account: Account<Asset>): number => {
    const name = nameOf(account)
    const known = places.get(name)
    if (known) return known
    const place = accounts.push([account.owner, account.asset, account.purpose, purposes[account.purpose].guarded])
    places.set(name, place)
    return place
  }
  const moves: [entry: number, number: number, source: number, target: number, units: string][] = []
  const settlements: [entry: number, number: number, source: number][] = []
  for (const [index, entry] of entries.entries()) {
    check(entry)
    for (const [moveIndex, { source, target, amount, settle }] of entry.moves.entries()) {
      const [place, number, from] = [index + 1, moveIndex + 1, placeOf(source)]
      moves.push([place, number, from, placeOf(target), String(amount.units)])
      if (settle) settlements.push([place, number, from])
    }
  }
  const traceparent = settlements.length > 0 ? traceparentNow() : undefined
  return {
    accounts,
    references: entries.map(({ reference }) => reference),
    entries: entries.map((entry) => ({
      hash: hashOf(entry),
      kind: entry.kind,
      causedBy: entry.causedBy,
      reverses: entry.reverses === undefined ? null : String(entry.reverses),
      details: entry.details ?? {},
    })),
    moves,
    settlements,
    ...(traceparent && { traceparent }),
  }
}

/** Posts entries all together: if one cannot be posted, none is. */
export const postTogether = async (db: Db | Tx, entries: readonly Prepared[]): Promise<Posted[]> => {
  const rows = await namingRefusals(
    entries.map(({ reference }) => reference).join(', '),
    runStatement<{ entry: string; replayed: boolean }>(db, {
      name: 'ledger_post_together',
      text: 'select entry, replayed from ledger_post_together($1)',
      values: [JSON.stringify(callOf(entries))],
    }),
  )
  return rows.map(({ entry, replayed }) => ({ entry: BigInt(entry), replayed }))
}

/** Inside a transaction, or by itself: then it is one round trip. */
export const post = async (db: Db | Tx, entry: Prepared): Promise<Posted> => {
  const [posted] = await postTogether(db, [entry])
  if (!posted) throw new Error(`${entry.reference} was not posted`)
  return posted
}

/** The server tells prepared statements apart by 63 characters, and what comes along may have longer names together. */
const shortName = (along: readonly Part[]): string =>
  hash('sha256', along.map(({ name }) => name).join(' ')).slice(0, 32)

/**
 * Posts an entry, writes it into its owner's list of movements, and whatever comes along, and ends the transaction, all in
 * one round trip. Accounts that everybody uses are locked from the posting to the end, so whatever of it can be told when it is
 * done comes before. The rest may read the number of the entry from `posted (entry)`. An entry that was posted before cannot be
 * listed again, so it is refused.
 */
export const postListed = async (
  tx: Tx,
  entry: Entry,
  movement: { id: string; owner: `customer:${string}`; type: string },
  along: readonly Part[],
): Promise<bigint> => {
  const values: Statement['values'][number][] = [
    JSON.stringify(callOf([entry])),
    movement.id,
    movement.owner,
    movement.type,
  ]
  const textOf = (part: Part) => {
    const first = values.length + 1
    values.push(...part.values)
    return `${part.text(first)},`
  }
  const [ahead, behind] = [along.filter(({ done }) => done), along.filter(({ done }) => !done)]
  // To count what they wrote is to wait until all of it is written.
  const allDone = ahead.map(({ done }) => `(select count(*) from ${done}) >= 0`)
  const [row] = await namingRefusals(
    entry.reference,
    runLast<{ entry: string }>(tx, {
      name: `post-listed-${shortName(along)}`,
      text: `
        with ${ahead.map(textOf).join(' ')}
          posted as materialized (select entry from ledger_post_together($1) where ${['true', ...allDone].join(' and ')}),
          ${behind.map(textOf).join(' ')}
          listed as (insert into ledger_movements (id, owner, type, entry) select $2::uuid, $3, $4, entry from posted)
        select entry from posted`,
      values,
    }),
  )
  if (!row) throw new Error(`${entry.reference} was not posted`)
  return BigInt(row.entry)
}

type EachRow = { reference: string } & (
  | { entry: string; replayed: boolean; code: null }
  | { code: string; refusal: string | null; detail: string | null }
)

/** Posts entries each on its own: one that cannot be posted fails alone. */
export const postEach = async (db: Db | Tx, entries: readonly Entry[]): Promise<(Posted | LedgerError)[]> => {
  const rows = await runStatement<EachRow>(db, {
    name: 'ledger_post_each',
    text: 'select reference, entry, replayed, code, refusal, detail from ledger_post_each($1)',
    values: [JSON.stringify(entries.map((entry) => callOf([entry])))],
  })
  return rows.map((row) => {
    if (row.code === null) return { entry: BigInt(row.entry), replayed: row.replayed }
    const refused = refusalOf({ constraint: row.refusal, detail: row.detail }, row.reference)
    if (!refused) throw new Error(`${row.reference}: ${row.code} ${row.refusal} ${row.detail}`)
    return refused
  })
}

/** Takes an entry back with one of its own that names it. Once, and never a reversal itself. */
export const reverse = async (
  tx: Tx,
  entry: bigint,
  { reference, causedBy }: { reference: string; causedBy: string },
): Promise<Posted> => {
  const { rows } = await sql<MoveRow>`
    select m.asset, m.units, e.reverses, s.owner as source_owner, s.purpose as source_purpose,
      t.owner as target_owner, t.purpose as target_purpose
    from ledger_entries e join ledger_moves m on m.entry = e.id
      join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
    where e.id = ${String(entry)} order by m.number desc`.execute(tx)
  if (rows.length === 0) throw new LedgerError('NoSuchEntry', String(entry))
  if (rows.some(({ reverses }) => reverses !== null)) throw new LedgerError('NotReversible', String(entry))
  const moves = rows.map((row) => ({
    amount: { asset: row.asset, units: BigInt(row.units) } as Amount<Asset>,
    source: { owner: row.target_owner, asset: row.asset, purpose: row.target_purpose },
    target: { owner: row.source_owner, asset: row.asset, purpose: row.source_purpose },
  }))
  return post(tx, { reference, kind: 'reversal', causedBy, moves, reverses: entry })
}

type MoveRow = {
  asset: Asset
  units: string
  reverses: string | null
  source_owner: Account<Asset>['owner']
  source_purpose: Account<Asset>['purpose']
  target_owner: Account<Asset>['owner']
  target_purpose: Account<Asset>['purpose']
}
