import { describe, expect, test } from 'vitest'
import { policy } from '../policy.ts'
import type { Changeable } from './changeable.ts'
import { changeable, defaults, fixed, leavesOf, nextOf, numbersAt, readNumber, valueAt } from './numbers.ts'

test('every number of the policy can be changed or says why it cannot, and none does both', () => {
  const listed = [...changeable, ...fixed].map(({ name }) => name)
  expect(listed.toSorted()).toEqual(
    leavesOf(policy)
      .map(({ name }) => name)
      .toSorted(),
  )
  expect(fixed.filter(({ why }) => why === '')).toEqual([])
})

test('what the software comes with is within its own bounds, and written as it is kept', () => {
  for (const each of changeable)
    expect([each.name, readNumber(each, defaults.get(each.name) ?? '')]).toEqual([each.name, defaults.get(each.name)])
})

test('without a version the numbers are those of the software', () => {
  const { deals, trade, holdings, plans, remittances, payments, payouts, withdrawals } = policy
  const { staking, rewards, treasury } = policy
  const own = { deals, trade, holdings, plans, remittances, payments, payouts, withdrawals, staking, rewards, treasury }
  expect(numbersAt([], new Date())).toEqual(own)
})

describe('a number as it is written', () => {
  const find = (name: string) => changeable.find((each) => each.name === name) as Changeable
  const spread = find('trade.pairs.QMGT/USDT.spread')
  const most = find('trade.mostUsd')

  test.each([
    [spread, '0', '0'],
    [spread, '500', '500'],
    [most, '100.00', '100'],
    [most, '250.5', '250.5'],
    [most, '1000000', '1000000'],
  ])('%o takes %s', (number, text, kept) => {
    expect(readNumber(number, text)).toBe(kept)
  })

  test.each<[Changeable, string]>([
    [spread, '501'],
    [spread, '-1'],
    [spread, '50.5'],
    [most, '99.99'],
    [most, '1000000.01'],
    [most, '100.001'],
    ...['', ' ', '1e3', '0x64', '1,000', '0100', '.5', '5.', '+1', 'NaN', 'Infinity', '٣٠٠', '9'.repeat(40)].map(
      (text): [Changeable, string] => [most, text],
    ),
  ])('%o refuses %s', (number, text) => {
    expect(readNumber(number, text)).toBeUndefined()
  })
})

describe('of several versions', () => {
  const name = 'deals.quoteSeconds'
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  const version = (id: string, value: string, day: number) => ({ id, name, value, from: at(day) })

  test('the newest counts whose time has come', () => {
    const versions = [version('1', '40', 2), version('2', '50', 5)]
    const days = [1, 2, 4, 5].map((day) => valueAt(versions, name, at(day)))
    expect(days).toEqual(['30', '40', '40', '50'])
    expect(nextOf(versions, name, at(3))?.value).toBe('50')
  })

  test('a newer decision takes the place of what was planned for later', () => {
    const versions = [version('1', '40', 9), version('2', '20', 3)]
    expect([valueAt(versions, name, at(8)), valueAt(versions, name, at(9))]).toEqual(['20', '20'])
    expect(nextOf(versions, name, at(1))?.id).toBe('2')
    expect(nextOf(versions, name, at(4))).toBeUndefined()
  })

  test('one of another name changes nothing', () => {
    expect(valueAt([{ ...version('1', '40', 1), name: 'deals.reserveSeconds' }], name, at(2))).toBe('30')
  })
})
