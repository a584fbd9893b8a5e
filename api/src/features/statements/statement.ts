import { createHash } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { type Cut, entriesIn, type OwnersEntry, periodOf } from '@ingot/ledger/period'
import { parseAmount } from '@ingot/money/amount-text'
import { type Asset, allAssets } from '@ingot/money/assets'
import { partiesOf } from '../wallet/movements.ts'
import { dayIn } from './days.ts'
import {
  createBalances,
  exact,
  mostListed,
  type Row,
  refuseTooLong,
  type Span,
  stakedOf,
  sumsBy,
  tableBegin,
  tableEnd,
  tableLines,
  wordsOf,
} from './rules.ts'
import { type Value, valuesAt } from './valuing.ts'

type Sums = {
  asset: Asset
  opening: string
  incoming: string
  outgoing: string
  closing: string
  /** Of the closing balance; not told where nothing is, nor by statements of before. */
  staked?: string
  value: Value | null
}

type Line = {
  at: string
  movement: string | null
  words: string
  party: string | null
  changes: { asset: Asset; incoming: string; outgoing: string; balance: string }[]
}

type MonthSum = { month: string; words: string; asset: Asset; count: number; incoming: string; outgoing: string }

/** What stands on a statement. Everything is text, exact to the last digit. */
export type StatementData = {
  holder: string[]
  from: string
  until: string
  zone: string
  /** While the period has not ended. */
  asOf: string | null
  assets: Sums[]
  count: number
  /** Null where there are more than are listed. */
  lines: Line[] | null
  /** Only where they are not listed. */
  months: MonthSum[] | null
  table: { rows: number; sha256: string }
  /** Which lines of the books it tells of. */
  cuts: { asset: Asset; purpose: string; after: string; last: string }[]
}

export type Wish = {
  owner: `customer:${string}`
  holder: string[]
  zone: string
  from: string
  until: string
  /** All of them, unless some are named: a product's statement tells of its own. */
  assets?: readonly Asset[]
}

const inOrder = <T extends { asset: Asset }>(list: readonly T[]): T[] =>
  list.toSorted((one, other) => allAssets.indexOf(one.asset) - allAssets.indexOf(other.asset))

const balancesOf = (sums: ReadonlyMap<Asset, bigint>) => inOrder([...sums].map(([asset, units]) => ({ asset, units })))

/** Sums by month and kind: there are only so many, however much has happened. */
const createMonths = (zone: string) => {
  const sums = new Map<
    string,
    { month: string; words: string; asset: Asset; count: number; came: bigint; left: bigint }
  >()
  return {
    add: (entry: OwnersEntry, rows: readonly Row[]) => {
      const [month, words] = [dayIn(zone, entry.at).slice(0, 7), wordsOf(entry)]
      for (const { asset, incoming, outgoing } of rows) {
        const key = `${month} ${words} ${asset}`
        const { count, came, left } = sums.get(key) ?? { count: 0, came: 0n, left: 0n }
        sums.set(key, { month, words, asset, count: count + 1, came: came + incoming, left: left + outgoing })
      }
    },
    sums: (): MonthSum[] =>
      [...sums.values()].map(({ came, left, ...sum }) => ({
        ...{ ...sum, incoming: exact(sum.asset, came), outgoing: exact(sum.asset, left) },
      })),
  }
}

/** Reads a period once, from its first entry to its last, and keeps no more of it than is told. */
const readPeriod = async (
  db: Db,
  { owner, zone }: Pick<Wish, 'owner' | 'zone'>,
  cuts: readonly Cut[],
  openings: ReadonlyMap<Asset, bigint>,
) => {
  const rowsOf = createBalances(openings)
  const months = createMonths(zone)
  const sums = new Map<Asset, { incoming: bigint; outgoing: bigint }>()
  const hash = createHash('sha256').update(tableBegin(balancesOf(openings)))
  let [count, tableRows] = [0, 0]
  let lines: Line[] | null = []
  for await (const entries of entriesIn(db, owner, cuts)) {
    const parties = lines && (await partiesOf(db, owner, entries))
    for (const entry of entries) {
      const rows = rowsOf(entry)
      count += 1
      tableRows += rows.length
      hash.update(tableLines(entry, rows))
      months.add(entry, rows)
      for (const { asset, incoming, outgoing } of rows) {
        const before = sums.get(asset) ?? { incoming: 0n, outgoing: 0n }
        sums.set(asset, { incoming: before.incoming + incoming, outgoing: before.outgoing + outgoing })
      }
      lines?.push(lineOf(entry, rows, parties?.get(entry.entry) ?? null))
    }
    if (count > mostListed) lines = null
  }
  return { count, tableRows, lines, months: lines ? null : months.sums(), sums, hash }
}

const lineOf = (entry: OwnersEntry, rows: readonly Row[], party: string | null): Line => ({
  at: entry.at.toISOString(),
  movement: entry.movement === null ? null : String(entry.movement),
  words: wordsOf(entry),
  party,
  changes: rows.map(({ asset, incoming, outgoing, balance }) => ({
    ...{ asset, incoming: exact(asset, incoming), outgoing: exact(asset, outgoing), balance: exact(asset, balance) },
  })),
})

/** Everything that an owner had and moved in a period, from the books alone. */
export const readStatement = async (
  db: Db,
  { owner, holder, zone, from, until, assets }: Wish,
  span: Span,
): Promise<StatementData> => {
  // One that was opened later is none of it.
  const accounts = (await periodOf(db, owner, span, assets)).filter(({ last }) => last > 0n)
  refuseTooLong(accounts)
  const openings = sumsBy(accounts, ({ opening }) => opening)
  const closings = sumsBy(accounts, ({ closing }) => closing)
  const staked = stakedOf(accounts)
  const read = await readPeriod(db, { owner, zone }, accounts, openings)
  const { worthOf } = await valuesAt(db, span.asOf ?? span.until)
  const toldAssets = balancesOf(closings).map(({ asset, units: closing }) => {
    const opening = openings.get(asset) ?? 0n
    const { incoming, outgoing } = read.sums.get(asset) ?? { incoming: 0n, outgoing: 0n }
    if (opening + incoming - outgoing !== closing) throw new Error(`a period of ${owner} does not add up in ${asset}`)
    return { asset, opening, incoming, outgoing, closing }
  })
  return {
    ...{ holder, from, until, zone, asOf: span.asOf?.toISOString() ?? null },
    assets: toldAssets
      .filter(({ opening, incoming, closing }) => opening > 0n || incoming > 0n || closing > 0n)
      .map(({ asset, closing, ...units }) => ({
        asset,
        opening: exact(asset, units.opening),
        incoming: exact(asset, units.incoming),
        outgoing: exact(asset, units.outgoing),
        closing: exact(asset, closing),
        ...staked(asset),
        value: worthOf(asset, closing),
      })),
    ...{ count: read.count, lines: read.lines, months: read.months },
    table: { rows: read.tableRows, sha256: read.hash.update(tableEnd(balancesOf(closings))).digest('hex') },
    cuts: accounts.map(({ asset, purpose, after, last }) => ({
      ...{ asset, purpose, after: String(after), last: String(last) },
    })),
  }
}

/** The lines of the books that a statement tells of, as they were when it was issued. */
export async function* statementTable(
  db: Db,
  owner: Wish['owner'],
  data: Pick<StatementData, 'assets' | 'cuts'>,
): AsyncGenerator<string> {
  const cuts = data.cuts.map((cut) => ({ ...cut, after: BigInt(cut.after), last: BigInt(cut.last) }))
  const unitsOf = (which: 'opening' | 'closing') => (cut: { asset: Asset }) => {
    const told = data.assets.find(({ asset }) => asset === cut.asset)
    return told ? parseAmount(cut.asset, told[which]).units : 0n
  }
  const each = [...new Map(cuts.map((cut) => [cut.asset, cut])).values()]
  const openings = sumsBy(each, unitsOf('opening'))
  const rowsOf = createBalances(openings)
  yield tableBegin(balancesOf(openings))
  for await (const entries of entriesIn(db, owner, cuts))
    yield entries.map((entry) => tableLines(entry, rowsOf(entry))).join('')
  yield tableEnd(balancesOf(sumsBy(each, unitsOf('closing'))))
}
