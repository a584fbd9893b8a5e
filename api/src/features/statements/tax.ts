import type { Db } from '@ingot/db/connect'
import { type Cut, entriesIn, type OwnersEntry, periodOf } from '@ingot/ledger/period'
import type { Asset } from '@ingot/money/assets'
import { type Costs, createCosts, type Gold, type GoldEvent, type Outcome, type Told } from './cost-rules.ts'
import { exact, mostListed, refuseTooLong, type Span } from './rules.ts'
import {
  addTo,
  dollarText,
  emptyTotals,
  goldAssets,
  goldEventsOf,
  moneyOf,
  taxTableBegin,
  taxTableLine,
  type Year,
} from './tax-rules.ts'
import { goldAt, worthOfGrams } from './valuing.ts'

type Methods<T> = { average: T; firstIn: T }
type GoldText = { known: string; cost: string; unknown: string }
type ToldText = GoldText & { received: string; gain: string }
type TotalText = { count: number; units: string; money: string } & Methods<ToldText>

type AssetYear = {
  asset: Asset
  opening: Methods<GoldText>
  /** Reports of before told of no rewards, and of nothing that somebody left. */
  totals: Record<Exclude<GoldEvent['kind'], 'rewarded' | 'inherited'>, TotalText> & {
    rewarded?: TotalText
    inherited?: TotalText
  }
  closing: Methods<GoldText>
  /** What came without being bought, at the gold price of its day; and how much of it no price is known for. */
  cameWorth: { usd: string; unvalued: string }
}

type Sale = { at: string; asset: Asset; units: string; received: string } & Methods<ToldText>

/** What stands on a tax report. Everything is text, exact to the last digit; what was lost is a gain below zero. */
export type TaxData = {
  holder: string[]
  year: number
  zone: string
  /** While the year has not ended. */
  asOf: string | null
  begins: string
  assets: AssetYear[]
  /** Null where there are more than are listed. */
  sales: Sale[] | null
  /** Which lines of the books it is computed from. */
  cuts: { asset: Asset; purpose: string; after: string; last: string }[]
}

type Step = { entry: OwnersEntry; asset: Asset; event: GoldEvent; costs: Costs; isInYear: boolean }

/**
 * Goes through all that ever happened to an owner's gold, oldest first: a cost may be many years old. Whoever goes along applies each
 * event before he asks for the next one.
 */
async function* stepsOf(db: Db, owner: `customer:${string}`, cuts: readonly Cut[], begins: Date): AsyncGenerator<Step> {
  const known = new Map<Asset, { costs: Costs; isInYear: boolean }>()
  for await (const entries of entriesIn(db, owner, cuts))
    for (const entry of entries)
      for (const { asset, event } of goldEventsOf(entry)) {
        const { costs, isInYear } = known.get(asset) ?? { costs: createCosts(), isInYear: false }
        const step = { costs, isInYear: isInYear || entry.at >= begins }
        known.set(asset, step)
        yield { entry, asset, event, ...step }
      }
}

const goldText = (asset: Asset, { known, cost, unknown }: Gold): GoldText => ({
  ...{ known: exact(asset, known), cost: dollarText(cost), unknown: exact(asset, unknown) },
})

const toldText = (asset: Asset, told: Told): ToldText => ({
  ...goldText(asset, told),
  received: dollarText(told.received),
  gain: dollarText(told.gain),
})

const both = <T, U>({ average, firstIn }: Methods<T>, of: (one: T) => U): Methods<U> => ({
  average: of(average),
  firstIn: of(firstIn),
})

/** The gold price with which a day began, by UTC: the last one before it. It is looked up once. */
const createDayPrices = (db: Db) => {
  const known = new Map<string, ReturnType<typeof goldAt>>()
  return (at: Date) => {
    const day = at.toISOString().slice(0, 10)
    const price = known.get(day) ?? goldAt(db, new Date(`${day}T00:00:00Z`))
    known.set(day, price)
    return price
  }
}

type Worth = { usd: bigint; unvalued: bigint }
type Reading = { opening: Year['opening'] | undefined; totals: Year['totals']; worth: Worth; costs: Costs }

/** Reads everything until a year's end, and keeps the sums of that year. */
const readYears = async (db: Db, owner: `customer:${string}`, cuts: readonly Cut[], begins: Date) => {
  const years = new Map<Asset, Reading>()
  const priceOf = createDayPrices(db)
  let sales: Sale[] | null = []
  for await (const { entry, asset, event, costs, isInYear } of stepsOf(db, owner, cuts, begins)) {
    const year = years.get(asset) ?? {
      ...{ opening: undefined, totals: emptyTotals(), worth: { usd: 0n, unvalued: 0n }, costs },
    }
    years.set(asset, year)
    if (isInYear) year.opening ??= costs.held()
    const outcome = costs.apply(event)
    if (!isInYear) continue
    addTo(year.totals, event, outcome)
    if (outcome.kind === 'came') {
      const gold = await priceOf(entry.at)
      if (gold) year.worth.usd += worthOfGrams(outcome.units, gold)
      else year.worth.unvalued += outcome.units
    }
    if (outcome.kind === 'sold') sales?.push(saleOf(entry, asset, event, outcome))
    if (sales && sales.length > mostListed) sales = null
  }
  return { years, sales }
}

const saleOf = (entry: OwnersEntry, asset: Asset, event: GoldEvent, outcome: Outcome): Sale => ({
  at: entry.at.toISOString(),
  asset,
  units: exact(asset, outcome.units),
  received: dollarText(moneyOf(event)),
  ...both(outcome, (told) => toldText(asset, told)),
})

const yearText = (asset: Asset, { opening, totals, costs, worth }: Reading): AssetYear => {
  const closing = costs.held()
  const total = (kind: GoldEvent['kind']): TotalText => ({
    count: totals[kind].count,
    units: exact(asset, totals[kind].units),
    money: dollarText(totals[kind].money),
    ...both(totals[kind], (told) => toldText(asset, told)),
  })
  return {
    asset,
    opening: both(opening ?? closing, (gold) => goldText(asset, gold)),
    totals: {
      ...{ bought: total('bought'), sold: total('sold'), came: total('came'), left: total('left') },
      ...{ returned: total('returned'), rewarded: total('rewarded') },
      ...(totals.inherited.count > 0 && { inherited: total('inherited') }),
    },
    closing: both(closing, (gold) => goldText(asset, gold)),
    cameWorth: { usd: dollarText(worth.usd), unvalued: exact(asset, worth.unvalued) },
  }
}

export const readTaxYear = async (
  db: Db,
  { owner, holder, zone, year }: { owner: `customer:${string}`; holder: string[]; zone: string; year: number },
  span: Span,
): Promise<TaxData> => {
  const accounts = (await periodOf(db, owner, { from: new Date(0), until: span.until })).filter(({ last }) => last > 0n)
  refuseTooLong(accounts)
  const { years, sales } = await readYears(db, owner, accounts, span.from)
  return {
    ...{ holder, year, zone, asOf: span.asOf?.toISOString() ?? null, begins: span.from.toISOString() },
    assets: goldAssets.flatMap((asset) => {
      const found = years.get(asset)
      const told = found && yearText(asset, found)
      const hadNone = told && Object.values(told.totals).every(({ count }) => count === 0)
      const isEmpty = hadNone && told.opening.average.known === '0' && told.opening.average.unknown === '0'
      return told && !isEmpty ? [told] : []
    }),
    sales,
    cuts: accounts.map(({ asset, purpose, last }) => ({ asset, purpose, after: '0', last: String(last) })),
  }
}

/** All that happened to the customer's gold in the year, line by line, with what it cost by both methods. */
export async function* taxTable(
  db: Db,
  owner: `customer:${string}`,
  { cuts, begins }: Pick<TaxData, 'cuts' | 'begins'>,
): AsyncGenerator<string> {
  yield taxTableBegin()
  const read = cuts.map((cut) => ({ ...cut, after: BigInt(cut.after), last: BigInt(cut.last) }))
  for await (const { entry, asset, event, costs, isInYear } of stepsOf(db, owner, read, new Date(begins))) {
    const outcome = costs.apply(event)
    if (isInYear) yield taxTableLine(entry, asset, event, outcome)
  }
}
