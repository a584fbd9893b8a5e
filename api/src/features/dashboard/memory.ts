import type { Db } from '@ingot/db/connect'
import { type HoldingProduct, holdingProducts } from '@ingot/endpoints/holding-fields'
import { formatDecimal } from '@ingot/money/decimal'
import type { Rate } from '@ingot/money/rate'
import { type ByProduct, byProduct, type Lots, noLots, type Result, resultOf } from './rules.ts'
import { type Positions, readLots, readStanding } from './store.ts'

/** Holdings of all customers that are kept in mind at most, some ten megabytes; a customer counts as some more. */
const mostKept = 100_000
const weightOfCustomer = 20

type Known = {
  positions: Positions
  lots: ReadonlyMap<HoldingProduct, Lots>
  weight: number
  /** What they came to at the price that was last asked for. */
  at?: { price: string; results: ByProduct<Result> }
}

/** How a customer stands, and what each product comes to at a price. */
export type Standing = {
  positions: Positions
  booking: ByProduct<bigint>
  resultsAt: (bid: Rate) => ByProduct<Result>
}

const isSame = (one: Positions, other: Positions): boolean =>
  holdingProducts.every((product) => one.get(product)?.stamp === other.get(product)?.stamp)

const standingOf = (known: Known): Standing => ({
  positions: known.positions,
  booking: byProduct((product) => known.lots.get(product)?.booking ?? 0n),
  resultsAt: (bid) => {
    const price = formatDecimal(bid)
    if (known.at?.price !== price)
      known.at = { price, results: byProduct((product) => resultOf(known.lots.get(product) ?? noLots, bid)) }
    return known.at.results
  },
})

/**
 * Reads how customers stand. Gain and loss are split by holding, at a price that moves: so that thousands of them are not read
 * each time, what was read of those who last asked is kept for as long as no position of theirs has changed.
 */
export const createStandings = (db: Db, most = mostKept) => {
  const kept = new Map<string, Known>()
  let weight = 0

  const drop = (customer: string) => {
    weight -= kept.get(customer)?.weight ?? 0
    kept.delete(customer)
  }
  /** The last one in the map is the one that was asked for last. */
  const keep = (customer: string, known: Known) => {
    drop(customer)
    if (known.weight > most) return
    kept.set(customer, known)
    weight += known.weight
    for (const oldest of kept.keys()) {
      if (weight <= most) break
      drop(oldest)
    }
  }
  const read = async (customer: string): Promise<Known> => {
    const found = await readLots(db, customer)
    const lots = new Map([...found].map(([product, each]) => [product, each.lots]))
    const count = [...lots.values()].reduce((sum, { open }) => sum + open.length, 0)
    return {
      positions: new Map([...found].map(([product, { position }]) => [product, position])),
      lots,
      weight: count + weightOfCustomer,
    }
  }

  return async (customer: string): Promise<Standing> => {
    const positions = await readStanding(db, customer)
    const before = kept.get(customer)
    const known = before && isSame(before.positions, positions) ? before : await read(customer)
    keep(customer, known)
    return standingOf(known)
  }
}
