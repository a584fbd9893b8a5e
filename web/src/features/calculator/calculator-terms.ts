import type { ReckonedProduct } from '@ingot/endpoints/calculator'
import type { ReckoningTerms } from '@ingot/endpoints/reckoning'
import type { Price } from '@ingot/endpoints/trade'
import { formatDecimal } from '@ingot/money/decimal'
import { pricePerGram } from '@ingot/money/gold'
import { parseRate } from '@ingot/money/rate'
import type { Rules } from './queries.ts'

/** What is reckoned with: prices and fees of now. */
export type Terms = ReckoningTerms & {
  readonly spreadBasisPoints: number
  readonly leastUsd: string
  readonly mostUsd: string
  readonly mostGrams: string
  readonly leastPart: string | null
  /** Dollars for a gram without the spread, rounded as a quote to buy rounds it. */
  readonly market: string
}

const marketDecimals = 8

/** Undefined while no price may be relied on. */
export const termsOf = (product: ReckonedProduct, price: Price | null | undefined, rules: Rules): Terms | undefined => {
  const found = rules.products.find((each) => each.product === product)
  if (!price?.tradable || !found) return undefined
  const gold = { perOunce: parseRate(price.perOunce) }
  return {
    ...found,
    ...{ buy: price.buy, sell: price.sell, spreadBasisPoints: rules.spreadBasisPoints },
    market: formatDecimal(pricePerGram(gold, marketDecimals, 'up')),
  }
}

/** What is too much for any amount is no figure. */
export const orNothing = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}
