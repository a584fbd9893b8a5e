import type { Statement } from '@ingot/db/batch'
import type { PaidAsset } from '@ingot/endpoints/holding-fields'
import { type Amount, amountOf } from '@ingot/money/amount'
import { formatAmount, parseAmount, readAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { MoneyError } from '@ingot/money/money-error'
import { gramUnits, type Moment, usdUnits } from '../../deals/deals.ts'
import type { Paper } from '../../documents/store.ts'
import { Failure } from '../../failure.ts'
import { type Deps, once } from '../../feature.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import { type Kyc, kycOf } from '../kyc/kyc.ts'
import { shownPrices, spreadOf } from '../trade/rules.ts'
import type { Trading } from '../trade/service.ts'
import { tradingOf } from '../trade/trading.ts'
import { pair, type Terms } from './rules.ts'

/** What the services of holdings work with. */
export type Holdings = Trading & { kyc: Kyc }

export const holdingsOf = once((deps: Deps): Holdings => ({ ...tradingOf(deps), kyc: kycOf(deps) }))

/** Whether the caller still stands, to be asked ahead of a quote. */
export type Standing = () => Statement | undefined

/** In whose zone and on which paper the note is made. */
export type Wish = { zone: string; paper: Paper }

/** Of a quote nobody wants a note. */
export const noWish: Wish = { zone: 'UTC', paper: 'A4' }

export const shownAmount = <A extends Asset>(amount: Amount<A>) => ({
  asset: amount.asset,
  amount: formatAmount(amount),
})

export const shownUnits = (units: bigint): string => formatAmount(amountOf('USDT', units))

export const amountShown = <A extends Asset>({ asset, amount }: { asset: A; amount: string }): Amount<A> =>
  parseAmount(asset, amount)

/** A number of base units as somebody has written it. */
export const unitsOf = (asset: Asset, text: string): bigint => {
  const reading = readAmount(asset, text)
  if (!reading.ok) throw new Failure('InvalidInput')
  return reading.amount.units
}

export const termsAt = ({ gold, market, numbers }: Moment, fee: bigint): Terms => ({
  gold,
  fee,
  spread: spreadOf(numbers.trade.pairs[pair], market),
})

/** What the price is made of, as it is shown. */
export const pricesOf = (terms: Terms, side: 'buy' | 'sell') => ({
  ...shownPrices({ ...terms, pair, side }),
  spreadBasisPoints: Number(terms.spread),
  feeBasisPoints: Number(terms.fee),
})

/** What of that its entry keeps. */
export const pricedDetails = ({
  price,
  midPrice,
  spreadBasisPoints,
  feeBasisPoints,
  fee,
}: ReturnType<typeof pricesOf> & { fee: ShownAmount }) => ({
  price,
  midPrice,
  spreadBasisPoints,
  feeBasisPoints,
  fee: fee.amount,
  feeAsset: fee.asset,
})

type ShownAmount = { asset: PaidAsset; amount: string }

/** Refuses what is more than anybody may deal at once. What does not fit into an amount is more than that. */
export const withinMost = <T extends { usd: bigint; grams: bigint }>(rules: Numbers['holdings'], work: () => T): T => {
  const { mostUsd, mostGrams } = rules
  const tooManyDollars = () =>
    new Failure('TradeTooLarge', { mostUsd }, `At most ${mostUsd} USD may be dealt with at once.`)
  try {
    const figures = work()
    if (figures.usd > usdUnits(mostUsd)) throw tooManyDollars()
    if (figures.grams > gramUnits(mostGrams))
      throw new Failure('TradeTooLarge', { mostGrams }, `At most ${mostGrams} grams of gold may be dealt with at once.`)
    return figures
  } catch (error) {
    if (error instanceof MoneyError && error.reason === 'TooLarge') throw tooManyDollars()
    throw error
  }
}
