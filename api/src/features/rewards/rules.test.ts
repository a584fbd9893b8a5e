import { parseRate } from '@ingot/money/rate'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { changeable } from '../../policy-versions/numbers.ts'
import { sumsForPay } from '../trade/rules.ts'
import { checkShares, countsAt, feeUsdOf, monthsAfter, shareOf, worthIn } from './rules.ts'

/** The most that two operators may set each level to. */
const most = policy.rewards.rates.map((_rate, level) =>
  BigInt(changeable.find(({ name }) => name === `rewards.rates.${level}`)?.most ?? '0'),
)

test('all levels together stay within what is kept for them, also as high as they may be set; more does not start', () => {
  checkShares(policy.rewards.rates, policy.pool.keptForReferrals)
  checkShares(most, policy.pool.keptForReferrals)
  expect(() => checkShares([2000n, 1001n], 9_000n)).toThrow('than they may')
  expect(() => checkShares([2000n, 500n], 2_499n)).toThrow('is kept for them')
})

test('of any fee all levels together get less than the fee, and never more than their share', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), (fee) => {
      const back = most.reduce((sum, rate) => sum + shareOf(fee, rate), 0n)
      expect(back < fee).toBe(true)
      expect(back * 10_000n <= fee * most.reduce((sum, rate) => sum + rate, 0n)).toBe(true)
    }),
  )
})

test('whoever trades with himself to and fro loses at any amount and price, though all that is given back came to him', () => {
  const pair = 'QMGT/USDT'
  const { fee, spread } = policy.trade.pairs[pair]
  fc.assert(
    fc.property(
      fc.bigInt({ min: 10n ** 15n, max: 10n ** 24n }),
      fc.integer({ min: 100, max: 1_000_000 }),
      (units, price) => {
        const gold = { perOunce: parseRate(String(price)) }
        const terms = { pair, gold, spread, fee } as const
        const bought = sumsForPay({ ...terms, side: 'buy' }, units)
        const sold = sumsForPay({ ...terms, side: 'sell' }, bought.receive.units)
        const back = (one: bigint) => most.reduce((sum, rate) => sum + shareOf(one, rate), 0n)
        // What comes back of the fee in gold is worth no more than gold itself.
        const goldBack = feeUsdOf('QMGT', back(sold.fee.units), String(price))
        const after = sold.receive.units + back(bought.fee.units) + goldBack
        expect(after < bought.pay.units).toBe(true)
      },
    ),
  )
})

test('somebody counts from his verification on, for 24 months to the day', () => {
  const verified = new Date('2024-02-29T12:00:00Z')
  const end = monthsAfter(verified, 24)
  expect(end.toISOString()).toBe('2026-02-28T12:00:00.000Z')
  expect(countsAt(verified, verified)).toBe(true)
  expect(countsAt(new Date(verified.getTime() - 1), verified)).toBe(false)
  expect(countsAt(new Date(end.getTime() - 1), verified)).toBe(true)
  expect(countsAt(end, verified)).toBe(false)
  expect(countsAt(end, null)).toBe(false)
})

test('dollars are dollars, and gold is worth what it was then', () => {
  const bid = parseRate('99.5')
  expect(worthIn('USD', 1234n, bid)).toBe(1234n * 10n ** 16n)
  expect(worthIn('USDAU', 5n, bid)).toBe(5n)
  expect(worthIn('QMGT', 10n ** 18n, bid)).toBe(995n * 10n ** 17n)
  expect(feeUsdOf('QMGT', 10n ** 18n, '3110.34768')).toBe(100n * 10n ** 18n)
  expect(feeUsdOf('QMGT', 10n ** 18n, null)).toBe(0n)
})
