import { amountOf, min } from '@ingot/money/amount'
import { parseAmount } from '@ingot/money/amount-text'
import { describe, expect, test } from 'vitest'
import { numbersAt } from '../../policy-versions/numbers.ts'
import { figuresOf, isForOne, offWords, payableFigures, unitsBack } from './rules.ts'

const { payouts: rules } = numbersAt([], new Date('2026-11-02T09:00:00Z'))

/** Always the same numbers, below a bound. */
const dice = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

const centsOf = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

test('what leaves is the fee and what the bank gets, to the cent, whatever the amount, the rate and the fee', () => {
  const roll = dice(7)
  for (let tries = 0; tries < 3_000; tries++) {
    const [cents, rate, fixed, points] = [1_000 + roll(5_000_000), 9_800 + roll(401), roll(5_001), roll(501)]
    const other = {
      ...rules,
      rate: { USDT: `${rate < 10_000 ? '0' : '1'}.${String(rate % 10_000).padStart(4, '0')}`, USDAU: '1' },
      fee: { fixedUsd: centsOf(fixed), basisPoints: BigInt(points) },
    }
    let figures: ReturnType<typeof figuresOf>
    try {
      figures = figuresOf(other, 'USDT', centsOf(cents))
    } catch (error) {
      expect(error).toMatchObject({ error: 'PayoutTooSmall' })
      continue
    }
    const { gross, fee, receive, amount, feeAmount } = figures
    expect(gross.units).toBe((BigInt(cents) * BigInt(rate)) / 10_000n)
    expect(fee.units + receive.units).toBe(gross.units)
    expect(receive.units).toBeGreaterThan(0n)
    const share = gross.units * BigInt(points)
    expect(fee.units).toBe(BigInt(fixed) + share / 10_000n + (share % 10_000n === 0n ? 0n : 1n))
    expect(feeAmount.units).toBeLessThan(amount.units)
  }
})

test('at par the fee in tokens is the fee in dollars', () => {
  const { feeAmount, fee } = figuresOf(rules, 'USDT', '1234.57')
  expect(fee.units).toBe(347n)
  expect(feeAmount).toEqual(parseAmount('USDT', '3.47'))
})

test('the least and the most are let through, a cent beyond them is not', () => {
  expect(payableFigures(rules, 'USDT', '10').receive.units).toBe(898n)
  expect(payableFigures(rules, 'USDT', '50000').receive.units).toBe(4_989_900n)
  expect(() => payableFigures(rules, 'USDT', '9.99')).toThrow('The least that can be paid out at once is 10 USD.')
  expect(() => payableFigures(rules, 'USDT', '50000.01')).toThrow('The most that can be paid out at once is 50000 USD.')
})

test('one operator is enough up to 10,000 dollars', () => {
  expect([1_000_000n, 1_000_001n].map((cents) => isForOne(amountOf('USD', cents)))).toEqual([true, false])
})

describe('what comes back', () => {
  const { amount, feeAmount, receive } = figuresOf({ ...rules, rate: { USDT: '0.9873', USDAU: '1' } }, 'USDT', '777.77')
  const net = amountOf('USDT', amount.units - feeAmount.units)

  test('in one piece is everything but the fee', () => {
    expect(unitsBack(net, receive, { before: amountOf('USD', 0n), now: receive })).toEqual(net)
  })

  test('in however many pieces comes to the same', () => {
    const roll = dice(3)
    let [before, units] = [amountOf('USD', 0n), 0n]
    while (before.units < receive.units) {
      const left = receive.units - before.units
      const piece = BigInt(1 + roll(9_000))
      const now = min(amountOf('USD', piece), amountOf('USD', left))
      units += unitsBack(net, receive, { before, now }).units
      before = amountOf('USD', before.units + now.units)
    }
    expect(units).toBe(net.units)
  })
})

test('a token is off when the policy says so, or the token is paused', () => {
  const off = { ...rules, isOn: { USDT: 0, USDAU: 1 } }
  expect(offWords(off, 'USDT', [])).toContain('Payouts of USDT are stopped')
  expect(offWords(off, 'USDAU', [])).toBeNull()
  expect(offWords(rules, 'USDAU', ['USDAU'])).toContain('cannot be moved')
})
