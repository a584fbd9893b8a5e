import type { BarSize, WithdrawalWay } from '@ingot/endpoints/withdrawal-fields'
import { type Amount, add, amountOf, compare, sum, zero } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { basisPointsOf } from '@ingot/money/basis-points'
import { convert } from '@ingot/money/convert'
import type { Rate } from '@ingot/money/rate'
import { customerPays } from '@ingot/money/rounding'
import type { Numbers } from '../../policy-versions/numbers.ts'
import type { FeeAsset, StoredFees } from './store.ts'

// What bars cost whoever takes them out, to the cent. Pure: it is reckoned once, when bars are chosen, and kept.

type Rules = Numbers['withdrawals']

type Weighed = { id: string; grossGrams: BarSize; fine: Amount<'XAU'> }

export type Parcel<B extends Weighed = Weighed> = { bars: B[]; insured: Amount<'USD'>; fees: StoredFees }

const usd = (text: string) => parseAmount('USD', text)
const nothing = zero('USD')

export const makingOf = ({ makingUsd }: Rules, size: BarSize): Amount<'USD'> => usd(makingUsd[`g${size}`])

/** What grams would cost at this price, rounded up to the cent: for so much they are insured. */
const worthOf = (bars: readonly Weighed[], ask: Rate): Amount<'USD'> =>
  convert(
    amountOf(
      'QMGT',
      bars.reduce((units, { fine }) => units + fine.units, 0n),
    ),
    ask,
    'USD',
    customerPays,
  )

export const totalOf = ({ making, handling, carriage, insurance }: StoredFees): Amount<'USD'> =>
  sum('USD', [making, handling, carriage, insurance])

export const sumOfFees = (all: readonly StoredFees[]): StoredFees => ({
  making: sum(
    'USD',
    all.map(({ making }) => making),
  ),
  handling: sum(
    'USD',
    all.map(({ handling }) => handling),
  ),
  carriage: sum(
    'USD',
    all.map(({ carriage }) => carriage),
  ),
  insurance: sum(
    'USD',
    all.map(({ insurance }) => insurance),
  ),
})

/** Dollars are paid in either token, one for one. */
export const feeIn = (asset: FeeAsset, fees: StoredFees): Amount<FeeAsset> =>
  parseAmount<FeeAsset>(asset, formatAmount(totalOf(fees)))

/** The heaviest bars first, each into the first parcel that has room for its worth. Undefined where one has room in none. */
const split = <B extends Weighed>(bars: readonly B[], ask: Rate, most: Amount<'USD'>): B[][] | undefined => {
  const heaviest = bars.toSorted((one, other) =>
    one.fine.units === other.fine.units ? 0 : one.fine.units < other.fine.units ? 1 : -1,
  )
  const parcels: B[][] = []
  for (const bar of heaviest) {
    if (compare(worthOf([bar], ask), most) > 0) return
    const roomy = parcels.find((parcel) => compare(worthOf([...parcel, bar], ask), most) <= 0)
    if (roomy) roomy.push(bar)
    else parcels.push([bar])
  }
  return parcels
}

const carriageOf = ({ carriage: { small, large } }: Rules, insured: Amount<'USD'>): Amount<'USD'> =>
  usd(compare(insured, usd(small.insuredToUsd)) <= 0 ? small.feeUsd : large.feeUsd)

/**
 * How bars leave, and what each part costs. The handling is of all together, and stands with the first. What is collected goes in
 * one, without carriage or insurance. Undefined where a bar is worth more than any parcel may be.
 */
export const parcelsOf = <B extends Weighed>(
  rules: Rules,
  ask: Rate,
  way: WithdrawalWay,
  bars: readonly B[],
): Parcel<B>[] | undefined =>
  (way === 'collect' ? [[...bars]] : split(bars, ask, usd(rules.carriage.large.insuredToUsd)))?.map((each, index) => {
    const insured = way === 'collect' ? nothing : worthOf(each, ask)
    return {
      bars: each,
      insured,
      fees: {
        making: each.reduce((all, { grossGrams }) => add(all, makingOf(rules, grossGrams)), nothing),
        handling: index === 0 ? usd(rules.handlingUsd) : nothing,
        carriage: way === 'collect' ? nothing : carriageOf(rules, insured),
        insurance: basisPointsOf(insured, rules.insurance, customerPays),
      },
    }
  })
