import type { Db } from '@ingot/db/connect'
import { amountOf } from '@ingot/money/amount'
import { type Asset, isGramAsset } from '@ingot/money/assets'
import { convert } from '@ingot/money/convert'
import { formatDecimal } from '@ingot/money/decimal'
import { type OuncePrice, usdValueOfGrams } from '@ingot/money/gold'
import { parseRate, type Rate, rateOf } from '@ingot/money/rate'
import { customerGets } from '@ingot/money/rounding'
import { policy } from '../../policy.ts'
import { numbersAt } from '../../policy-versions/numbers.ts'
import { readVersions } from '../../policy-versions/store.ts'
import { isMarketOpen } from '../trade/market.ts'
import { observedBefore } from '../trade/price-store.ts'
import { bidRate, spreadOf } from '../trade/rules.ts'
import { exact } from './rules.ts'
import * as store from './store.ts'

const hour = 3600 * 1000

/** The gold price at a moment of the past; undefined when none is known from before it, or only one that had gone stale. */
export const goldAt = async (db: Db, moment: Date): Promise<store.KnownPrice | undefined> => {
  const kept = await store.findPrice(db, moment)
  if (kept) return kept
  const observed = await observedBefore(db, moment)
  if (!observed || moment.getTime() - observed.at.getTime() > policy.price.closedStaleAfterHours * hour) return
  await store.keepPrice(db, moment, observed.price, observed.at)
  return (await store.findPrice(db, moment)) ?? { perOunce: parseRate(observed.price), observedAt: observed.at }
}

/** What some of an asset was worth: at which price of one, and of when that is. Null: a dollar token is a dollar at any time. */
export type Value = { usd: string; price: string; at: string | null }

const par = rateOf(1n, 0)

/** What one of each asset would have brought at a moment, before the fee; undefined where no price of then is known. */
export const bidsAt = async (db: Db, moment: Date) => {
  const gold = await goldAt(db, moment)
  const { trade } = numbersAt(await readVersions(db), moment)
  const market = isMarketOpen(moment) ? 'open' : 'closed'
  const bidOf = (asset: Asset): { bid: Rate; at: Date | null } | undefined => {
    if (!isGramAsset(asset) && asset !== 'USDAU') return { bid: par, at: null }
    const pair = asset === 'USDAU' ? 'USDAU/USDT' : 'QMGT/USDT'
    return gold && { bid: bidRate(pair, gold, spreadOf(trade.pairs[pair], market)), at: gold.observedAt }
  }
  return { gold, bidOf }
}

/**
 * Values what there was at a moment as everything is valued here: at what one would have been paid for it then, before the fee. Null
 * for what no price is known of.
 */
export const valuesAt = async (db: Db, moment: Date) => {
  const { gold, bidOf } = await bidsAt(db, moment)
  return {
    gold,
    worthOf: (asset: Asset, units: bigint): Value | null => {
      const found = bidOf(asset)
      if (!found) return null
      const { units: cents } = convert(amountOf(asset, units), found.bid, 'USD', customerGets)
      return { usd: exact('USD', cents), price: formatDecimal(found.bid), at: found.at?.toISOString() ?? null }
    },
  }
}

/** Grams at the price of gold itself, in dollars to the last unit. */
export const worthOfGrams = (units: bigint, gold: OuncePrice): bigint =>
  usdValueOfGrams(amountOf('XAU', units), gold, 'USDT', customerGets).units
