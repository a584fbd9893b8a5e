import { type Amount, amountOf, decimalOf } from './amount.ts'
import { type Asset, assetTable } from './assets.ts'
import { quotientOf } from './decimal.ts'
import type { Rate } from './rate.ts'
import type { Rounding } from './rounding.ts'

/** Amount × rate. At 65.5 USDT for a QMGT, 2 QMGT become 131 USDT. */
export const convert = <To extends Asset>(amount: Amount<Asset>, rate: Rate, to: To, rounding: Rounding): Amount<To> =>
  amountOf(to, quotientOf([decimalOf(amount), rate], [], assetTable[to].decimals, rounding))

/** Amount ÷ rate, the other way at the same rate. At 65.5 USDT for a QMGT, 131 USDT become 2 QMGT. */
export const convertBack = <To extends Asset>(
  amount: Amount<Asset>,
  rate: Rate,
  to: To,
  rounding: Rounding,
): Amount<To> => amountOf(to, quotientOf([decimalOf(amount)], [rate], assetTable[to].decimals, rounding))
