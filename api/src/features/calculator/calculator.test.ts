import { breakEvenOf, type ReckoningTerms, reckon, reckonPlan } from '@ingot/endpoints/reckoning'
import { parseAmount } from '@ingot/money/amount-text'
import { formatDecimal, quotientOf } from '@ingot/money/decimal'
import { gramsPerOunce } from '@ingot/money/gold'
import { parseRate } from '@ingot/money/rate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { terminationOf } from '../holdings/rules.ts'
import { createVaultHouse, type Taker } from '../withdrawals/test-withdrawals.ts'

/** No round number anywhere: rounding would show. */
const oddPrice = '4105.57'

let house: Awaited<ReturnType<typeof createVaultHouse>>
let cara: Taker
beforeAll(async () => {
  house = await createVaultHouse()
  await house.addBars('10', 20, '999.9')
  await house.addBars('100', 20, '999.9')
  await house.addBars('1000', 1, '999.9')
  cara = await house.newTaker('cara')
})
beforeEach(() => house.setPrice(oddPrice))
afterAll(() => house.close())

const termsOf = async (product: 'QMGT' | 'GAE'): Promise<ReckoningTerms & { spread: number }> => {
  const { buy, sell } = (await cara.client.get('/price')).body.data
  const rules = (await cara.client.get('/calculator/rules')).body.data
  const found = rules.products.find((each: { product: string }) => each.product === product)
  return { buy, sell, spread: rules.spreadBasisPoints, ...found }
}

const limitsOf = async (product: 'QMGT' | 'GAE') =>
  (await cara.client.get('/calculator/rules')).body.data.products.find(
    (each: { product: string }) => each.product === product,
  )

const quoteOf = async (side: 'buy' | 'sell', of: 'pay' | 'receive', amount: string) =>
  (await cara.client.post('/quotes', { pair: 'QMGT/USDT', side, amount, of })).body.data

describe('what the calculator says equals a quote at the same price', () => {
  test.each([
    ['buy', 'money', 'pay', '1000.01'],
    ['buy', 'grams', 'receive', '7.123456789012345678'],
    ['sell', 'grams', 'pay', '3.000000000000000001'],
    ['sell', 'money', 'receive', '499.99'],
  ] as const)('of QMGT: %s, %s typed', async (side, typed, of, amount) => {
    const found = reckon(await termsOf('QMGT'), side, typed, amount)
    const { pay, receive, fee } = await quoteOf(side, of, amount)
    const [grams, money] = side === 'buy' ? [receive, pay] : [pay, receive]
    expect(found).toEqual({ grams: grams.amount, money: money.amount, fee: fee.amount, feeAsset: fee.asset })
  })

  test.each([
    ['money', 'pay', '1000.01'],
    ['grams', 'receive', '7.123456789012345678'],
  ] as const)('of GAE, %s typed', async (typed, of, amount) => {
    const found = reckon(await termsOf('GAE'), 'buy', typed, amount)
    const asked = { product: 'GAE', payWith: 'USDT', amount, of }
    const { pay, receive, fee } = (await cara.client.post('/purchases/quotes', asked)).body.data
    expect(found).toEqual({ grams: receive.amount, money: pay.amount, fee: fee.amount, feeAsset: 'USDT' })
  })

  test('of GAE that ends, and then what was wanted arrives and not less', async () => {
    const terms = await termsOf('GAE')
    const house = { gold: { perOunce: parseRate(oddPrice) }, spread: 50n, fee: BigInt(terms.sellFeeBasisPoints) }
    const endOf = (grams: string) => {
      const { units } = parseAmount('GAE', grams)
      return terminationOf(house, 'USDT', [{ units, open: units, openCost: 0n }])
    }
    const byGrams = reckon(terms, 'sell', 'grams', '3.000000000000000001')
    expect(parseAmount('USDT', byGrams.money)).toEqual(endOf(byGrams.grams).receive)
    expect(parseAmount('USDT', byGrams.fee)).toEqual(endOf(byGrams.grams).fee)
    const byMoney = reckon(terms, 'sell', 'money', '499.99')
    const brought = endOf(byMoney.grams).receive.units - parseAmount('USDT', '499.99').units
    expect(brought).toBeGreaterThanOrEqual(0n)
    expect(brought).toBeLessThan(1000n)
  })

  test('of a plan: each date is a purchase of its own', async () => {
    const terms = await termsOf('GAE')
    const asked = { product: 'GAE', payWith: 'USDT', amount: '77.77', of: 'pay' }
    const { receive, fee } = (await cara.client.post('/purchases/quotes', asked)).body.data
    const found = reckonPlan(terms, { amount: '77.77', every: 'month', years: 2 })
    const times = (amount: string) => parseAmount('USDT', amount).units * 24n
    expect(found).toMatchObject({ times: 24, paid: '1866.48' })
    expect(parseAmount('USDT', found.grams).units).toBe(times(receive.amount))
    expect(parseAmount('USDT', found.fees).units).toBe(times(fee.amount))
    expect(found.worth).toBe(reckon(terms, 'sell', 'grams', found.grams).money)
  })
})

describe('the limits it names', () => {
  test('of QMGT are those that a quote refuses by, either way', async () => {
    const { leastUsd, mostUsd, mostGrams } = await limitsOf('QMGT')
    const refusalOf = async (side: 'buy' | 'sell', of: 'pay' | 'receive', amount: string) => {
      const { name, details } = (await cara.client.post('/quotes', { pair: 'QMGT/USDT', side, amount, of })).body.error
      return [name, details]
    }
    for (const [side, of] of [
      ['buy', 'pay'],
      ['sell', 'receive'],
    ] as const) {
      expect(await refusalOf(side, of, '0.99')).toEqual(['AmountTooSmall', { leastUsd }])
      expect(await refusalOf(side, of, String(Number(mostUsd) + 1))).toEqual(['TradeTooLarge', { mostUsd }])
    }
    await house.setPrice('2000.57')
    expect(await refusalOf('sell', 'pay', String(Number(mostGrams) + 1))).toEqual(['TradeTooLarge', { mostGrams }])
  })

  test('of GAE are those of purchases and of what ends', async () => {
    const { purchase, termination } = (await cara.client.get('/holdings/rules')).body.data
    const { leastUsd, mostUsd, mostGrams } = purchase
    const found = await limitsOf('GAE')
    expect(found).toMatchObject({ leastUsd: leastUsd.GAE, mostUsd, mostGrams, leastPart: termination.leastUnits })
  })
})

test('at the break-even price a sale brings back what was paid, and at a price a cent lower it does not', async () => {
  const terms = await termsOf('QMGT')
  const bought = await quoteOf('buy', 'pay', '1000')
  const { market, sell } = breakEvenOf(terms, terms.spread)
  // An ounce's price, rounded up to where the feed's own decimals end.
  const ounce = (gram: string) =>
    formatDecimal({ value: quotientOf([parseRate(gram), gramsPerOunce], [], 8, 'up'), scale: 8 })
  await house.setPrice(ounce(market))
  const back = await quoteOf('sell', 'pay', bought.receive.amount)
  expect(Number(back.receive.amount)).toBeGreaterThanOrEqual(1000)
  expect(Number(back.receive.amount)).toBeLessThan(1000.001)
  expect(Math.abs(Number(back.price) - Number(sell))).toBeLessThan(0.000001)
  await house.setPrice(ounce(String(Number(market) - 0.01)))
  expect(Number((await quoteOf('sell', 'pay', bought.receive.amount)).receive.amount)).toBeLessThan(1000)
})

describe('what taking bars out costs', () => {
  const costs = (bars: string, way = 'deliver') => cara.client.get(`/calculator/delivery?bars=${bars}&way=${way}`)

  test('is what a choice of the same bars costs', async () => {
    const { fees, grams, parcels, price } = (await house.choose(cara, { 10: 2, 100: 1 })).body.data
    const { body } = await costs('2x10,1x100')
    expect(body.data).toMatchObject({ grams, fees, price, parcels: parcels.length, insured: parcels[0].insured })
  })

  test('leaves carriage and insurance out of what is collected, and splits what is worth more than a parcel may be', async () => {
    expect((await costs('2x100', 'collect')).body.data).toMatchObject({
      fees: { making: '300', handling: '10', carriage: '0', insurance: '0', total: '310' },
      parcels: 1,
    })
    expect((await costs('6x100')).body.data.parcels).toBe(2)
  })

  test('keeps no bar from anybody', async () => {
    const before = await house.keptBars()
    await costs('3x100')
    expect(await house.keptBars()).toBe(before)
  })

  test('is told in words where it cannot be', async () => {
    expect((await costs('41x1')).body.error.name).toBe('TooManyBars')
    expect((await costs('1x1000')).body.error.name).toBe('BarNotDeliverable')
    for (const bars of ['', '0x1', '1x7', '1x1,', '-1x1', '1x1;drop', '100x1'])
      expect((await costs(bars)).status, bars).toBe(400)
    expect((await costs('1x1', 'by-ship')).status).toBe(400)
  })
})
