import type { Db } from '@ingot/db/connect'
import type {
  CoveragePoint,
  coverageRanges,
  OwedLine,
  PublicBar,
  ReserveStop,
  Reserves,
} from '@ingot/endpoints/reserves'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { assetTable } from '@ingot/money/assets'
import { formatDecimal, parseDecimal } from '@ingot/money/decimal'
import { finenessDecimals, weightDecimals } from '@ingot/money/gold'
import { type Deps, once } from '../../feature.ts'
import type { Table } from '../../lists.ts'
import { policy } from '../../policy.ts'
import { listUntil, percentOf } from './rules.ts'
import * as store from './store.ts'

type Reading = NonNullable<Reserves['reading']>

/** May be below zero where the books are not as they should be, and is told all the same. */
const textOf = (units: bigint | string, asset: keyof typeof assetTable = 'XAU'): string =>
  formatDecimal({ value: BigInt(units), scale: assetTable[asset].decimals })

/** What was written into the books otherwise, as at a beginning, was made as well. */
const most = (one: bigint, other: bigint): bigint => [one, other].reduce((found, each) => (each > found ? each : found))

const lineOf = (line: store.ReadingRow['lines'][number], minted: ReadonlyMap<string, bigint>): OwedLine => {
  const asset = line.asset as OwedLine['asset']
  const issued = BigInt(line.issued)
  const made = minted.get(asset) ?? 0n
  const all = assetTable[asset].onChain ? most(made, issued) : null
  return {
    ...{ asset, issued: textOf(issued, asset), treasury: textOf(line.treasury, asset) },
    minted: all === null ? null : textOf(all, asset),
    burnt: all === null ? null : textOf(all - issued, asset),
    ...{ owed: textOf(line.owed, asset), outside: textOf(line.outside, asset), grams: textOf(line.grams) },
  }
}

const readingOf = (row: store.ReadingRow, minted: ReadonlyMap<string, bigint>): Reading => {
  const [fine, owed] = [BigInt(row.fine_units), BigInt(row.owed_units)]
  const [held, due] = [BigInt(row.usdt_held), BigInt(row.usdt_owed)]
  return {
    ...{ at: row.at.toISOString(), bars: row.bars, fineGrams: textOf(fine), owedGrams: textOf(owed) },
    coverage: percentOf(fine, owed),
    lines: row.lines.map((line) => lineOf(line, minted)),
    usdt: { held: textOf(held, 'USDT'), owed: textOf(due, 'USDT'), coverage: percentOf(held, due) },
  }
}

const salesOf = (
  isWatched: boolean | undefined,
  stop: store.StopRow | undefined,
  lifts: readonly store.Lift[],
): Reserves['sales'] => {
  if (stop) return 'stopped'
  if (!isWatched) return 'unknown'
  return lifts.length > 0 ? 'lifted' : 'open'
}

/** All of them as one, which is so until the first of them ends. Where there are several, each note says until when it counts. */
const liftOf = ([first, ...others]: readonly store.Lift[]): Reserves['lift'] => {
  if (!first) return null
  const all = [first, ...others]
  const until = new Date(Math.min(...all.map((each) => each.until.getTime())))
  const noteOf = (each: store.Lift) =>
    `${each.note} (until ${each.until.toISOString().slice(0, 16).replace('T', ' ')} UTC)`
  return {
    note: others.length === 0 ? first.note : all.map(noteOf).join(' '),
    ...{ at: first.at.toISOString(), until: until.toISOString() },
  }
}

export const readReserves = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Reserves> => {
  const [row, minted, isWatched, stop, lifts, listAt, attested] = await Promise.all([
    store.readNewest(db),
    store.readMinted(db),
    store.readIsWatched(db),
    store.findStop(db),
    store.readLifts(db, now()),
    store.readListAt(db),
    store.readAttestedVault(db),
  ])
  return {
    sales: salesOf(isWatched, stop, lifts),
    causes: stop?.causes ?? [...new Set(lifts.flatMap(({ causes }) => causes))],
    stoppedAt: stop?.began_at.toISOString() ?? null,
    lift: liftOf(lifts),
    reading: row ? readingOf(row, minted) : null,
    list: listAt && { at: listAt.toISOString(), until: listUntil(listAt).toISOString() },
    attested: attested ? { grams: textOf(attested.grams), block: attested.block, at: attested.at.toISOString() } : null,
  }
}

/** The same for everybody, so a process reads it once for all who ask within some seconds. */
export const reservesBoard = once((deps: Deps) => {
  let current: { at: number; shown: Promise<Reserves> } | undefined
  return {
    read: (): Promise<Reserves> => {
      const at = deps.now().getTime()
      if (current && Math.abs(at - current.at) < policy.reserves.pageSeconds * 1000) return current.shown
      const shown = readReserves(deps)
      current = { at, shown }
      shown.catch(() => {
        if (current?.shown === shown) current = undefined
      })
      return shown
    },
  }
})

const [minuteSeconds, hourSeconds, daySeconds] = [60, 3600, 24 * 3600]

/** How far back, and how long one point stands for. */
const stretches = {
  day: { days: 1, seconds: 5 * minuteSeconds },
  month: { days: 30, seconds: 3 * hourSeconds },
  year: { days: 365, seconds: daySeconds },
} as const

export const readCoverage = async (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  range: (typeof coverageRanges)[number] = 'month',
): Promise<CoveragePoint[]> => {
  const { days, seconds } = stretches[range]
  const since = new Date(now().getTime() - days * daySeconds * 1000)
  const rows = await store.readHistory(db, since, seconds, policy.reserves.historyMost)
  return rows.map(({ at, fine_units, owed_units }) => ({
    ...{ at: at.toISOString(), fineGrams: textOf(fine_units), owedGrams: textOf(owed_units) },
    coverage: percentOf(BigInt(fine_units), BigInt(owed_units)),
  }))
}

const shownBar = ({
  serial,
  brand,
  refiner,
  gross_grams,
  fineness,
  fine_units,
  year,
  vault,
}: store.BarRow): PublicBar => ({
  ...{ serial, brand, refiner, year, vault },
  grossGrams: formatDecimal(parseDecimal(gross_grams, weightDecimals)),
  fineness: formatDecimal(parseDecimal(fineness, finenessDecimals)),
  fineGrams: formatAmount(amountOf('XAU', BigInt(fine_units))),
})

export const publicBars = (db: Db): Table<{ search?: string | undefined }, store.BarRow, PublicBar> => ({
  name: 'bars',
  read: (filter, stretch) => store.listBars(db, filter, stretch),
  number: ({ id }) => id,
  show: (rows) => rows.map(shownBar),
  columns: {
    Serial: ({ serial }) => serial,
    Brand: ({ brand }) => brand,
    Refiner: ({ refiner }) => refiner,
    'Gross grams': ({ grossGrams }) => grossGrams,
    Fineness: ({ fineness }) => fineness,
    'Fine grams': ({ fineGrams }) => fineGrams,
    Year: ({ year }) => (year === null ? '' : String(year)),
    Vault: ({ vault }) => vault,
  },
})

/** What the whole list holds at most, told at once. */
const mostBars = 50_000

export const readBarList = async (db: Db): Promise<PublicBar[]> =>
  (await store.listBars(db, {}, { before: undefined, limit: mostBars })).map(shownBar)

const stopsShown = 100

export const readStopsShown = async (db: Db): Promise<ReserveStop[]> =>
  (await store.readStops(db, stopsShown)).map(({ began_at, causes, ended_at, ended_by }) => ({
    ...{ beganAt: began_at.toISOString(), causes, endedAt: ended_at?.toISOString() ?? null, endedBy: ended_by },
  }))
