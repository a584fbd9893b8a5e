import { type Amount, amountOf, subtract } from './amount.ts'
import type { Asset } from './assets.ts'
import { basisPointsOfWhole, portionOf, takeFee } from './basis-points.ts'
import { convert, convertBack } from './convert.ts'
import { quotientOf } from './decimal.ts'
import { type Rate, rateOf } from './rate.ts'
import { customerGets, customerPays, type Rounding } from './rounding.ts'

/** One asset for another at a price. Whoever buys pays the price for each unit that arrives; whoever sells gets it for each that is given. */
export type Exchange<A extends Asset> = {
  readonly side: 'buy' | 'sell'
  readonly pays: A
  readonly gets: A
  readonly rate: Rate
  /** In basis points of what is paid. */
  readonly fee: bigint
}

/** What it comes to. The fee is part of what is paid. */
export type Exchanged<A extends Asset> = {
  readonly pay: Amount<A>
  readonly fee: Amount<A>
  readonly receive: Amount<A>
}

/** All that is paid is given. */
export const exchangedForPay = <A extends Asset>(terms: Exchange<A>, units: bigint): Exchanged<A> => {
  const pay = amountOf<A>(terms.pays, units)
  const { fee, rest } = takeFee(pay, terms.fee, customerPays)
  const along = terms.side === 'buy' ? convertBack : convert
  return { pay, fee, receive: along(rest, terms.rate, terms.gets, customerGets) }
}

/** The other way round: what has to be paid so that this arrives. */
export const exchangedForReceive = <A extends Asset>(terms: Exchange<A>, units: bigint): Exchanged<A> => {
  const receive = amountOf<A>(terms.gets, units)
  const back = terms.side === 'buy' ? convert : convertBack
  const rest: Amount<A> = back(receive, terms.rate, terms.pays, customerPays)
  const pay = portionOf(rest, basisPointsOfWhole, basisPointsOfWhole - terms.fee, customerPays)
  return { pay, fee: subtract<A>(pay, rest as Amount<NoInfer<A>>), receive }
}

/** A price times so many parts out of so many, as one that can be quoted: rounded once, to so many decimals. */
export const rateScaled = (
  rate: Rate,
  [parts, outOf]: readonly [bigint, bigint],
  decimals: number,
  rounding: Rounding,
): Rate =>
  rateOf(quotientOf([rate, { value: parts, scale: 0 }], [{ value: outOf, scale: 0 }], decimals, rounding), decimals)
