import type { BarSize } from '@ingot/endpoints/withdrawal-fields'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { parseRate } from '@ingot/money/rate'
import { expect, test } from 'vitest'
import { numbersAt } from '../../policy-versions/numbers.ts'
import { feeIn, parcelsOf, sumOfFees, totalOf } from './fees.ts'

const rules = numbersAt([], new Date()).withdrawals
let last = 0
const bar = (size: BarSize, fine: string = size) => ({
  id: String(++last),
  grossGrams: size,
  fine: parseAmount('XAU', fine),
})
const bars = (...sizes: BarSize[]) => sizes.map((size) => bar(size))
const figures = (price: string, way: 'deliver' | 'collect', chosen: ReturnType<typeof bars>) =>
  parcelsOf(rules, parseRate(price), way, chosen)?.map(({ bars: inside, insured, fees }) => ({
    sizes: inside.map(({ grossGrams }) => grossGrams).join(' '),
    insured: formatAmount(insured),
    ...{ making: formatAmount(fees.making), handling: formatAmount(fees.handling) },
    ...{ carriage: formatAmount(fees.carriage), insurance: formatAmount(fees.insurance) },
    total: formatAmount(totalOf(fees)),
  }))

test('one bar: making, handling, the lower carriage, and a quarter of a percent of what it is worth', () => {
  expect(figures('100', 'deliver', bars('10'))).toEqual([
    { sizes: '10', insured: '1000', making: '26', handling: '10', carriage: '25', insurance: '2.5', total: '63.5' },
  ])
})

test('every size has its price for making', () => {
  const making = (['1', '5', '10', '20', '50', '100', '1000'] as const).map(
    (size) => figures('10', 'deliver', bars(size))?.[0]?.making,
  )
  expect(making).toEqual(['9', '18', '26', '42', '85', '150', '700'])
})

test('worth and insurance are rounded up to the cent, each once', () => {
  // 9.999 g at 100.01 are 999.99999 dollars: 1,000.00, of which a quarter of a percent is 2.50.
  expect(figures('100.01', 'deliver', [bar('10', '9.999')])?.[0]).toMatchObject({ insured: '1000', insurance: '2.5' })
  // 1 g at 100.003 is 100.01, and 0.25 % of that 0.250025: 0.26.
  expect(figures('100.003', 'deliver', bars('1'))?.[0]).toMatchObject({ insured: '100.01', insurance: '0.26' })
})

test('up to 10,000 dollars a parcel goes at the lower carriage, above it at the higher', () => {
  expect(figures('100', 'deliver', bars('100'))?.[0]).toMatchObject({ insured: '10000', carriage: '25' })
  expect(figures('100.0001', 'deliver', bars('100'))?.[0]).toMatchObject({ insured: '10000.01', carriage: '60' })
})

test('what is worth more than 50,000 dollars is split, the heaviest first, with one handling', () => {
  const chosen = bars('100', '100', '100', '100', '100', '100', '20', '1')
  expect(figures('100', 'deliver', chosen)).toEqual([
    {
      sizes: '100 100 100 100 100',
      insured: '50000',
      making: '750',
      handling: '10',
      carriage: '60',
      insurance: '125',
      total: '945',
    },
    {
      sizes: '100 20 1',
      insured: '12100',
      making: '201',
      handling: '0',
      carriage: '60',
      insurance: '30.25',
      total: '291.25',
    },
  ])
})

test('a lighter bar fills the first parcel that has room for it', () => {
  expect(figures('480', 'deliver', bars('100', '100', '1', '1'))?.map(({ sizes }) => sizes)).toEqual(['100 1 1', '100'])
})

test('a bar that is worth more than a parcel may be is only collected, in one and without carriage or insurance', () => {
  expect(figures('100', 'deliver', bars('1000', '1'))).toBeUndefined()
  expect(figures('100', 'collect', bars('1000', '1'))).toEqual([
    { sizes: '1000 1', insured: '0', making: '709', handling: '10', carriage: '0', insurance: '0', total: '719' },
  ])
  expect(figures('50', 'deliver', bars('1000'))).toHaveLength(1)
})

test('the parts add up to what is taken, in either token', () => {
  const parcels =
    parcelsOf(rules, parseRate('123.456'), 'deliver', bars('100', '100', '100', '100', '100', '50', '5')) ?? []
  const all = sumOfFees(parcels.map(({ fees }) => fees))
  const each = parcels.reduce((units, { fees }) => units + totalOf(fees).units, 0n)
  expect(totalOf(all).units).toBe(each)
  expect(formatAmount(feeIn('USDAU', all))).toBe(formatAmount(totalOf(all)))
})
