import { parseRate } from '@ingot/money/rate'
import { expect, test } from 'vitest'
import { boundsOf } from './rules.ts'

/** Dollars for an ounce at which a gram is exactly 100. */
const hundred = parseRate('3110.34768')

test('a level is reached exactly at its price, and left by half a per cent of it', () => {
  const { above, below } = boundsOf(hundred, undefined)
  expect(above.fires).toBe('100')
  expect(below.fires).toBe('100')
  // 100 is 99.5 % of the one and 100.5 % of the other; what has no end is rounded so that nothing is left too soon.
  expect(above.isBack).toBe('100.502512562814070352')
  expect(below.isBack).toBe('99.502487562189054726')
})

test('a price between two levels reaches the lower one and not the higher one', () => {
  const { above, below } = boundsOf(parseRate('3110.34769'), undefined)
  expect(above.fires).toMatch(/^100\.0000003215/)
  expect(BigInt(below.fires.replace('.', '')) - BigInt(above.fires.replace('.', ''))).toBe(1n)
})

test('a move counts either way, of the price a day before, and is over half a point below its share', () => {
  for (const price of ['3172.5546336', '3048.1407264'])
    expect(boundsOf(parseRate(price), hundred).moves).toEqual({ fires: '2', isBack: '2.5' })
  expect(boundsOf(hundred, hundred).moves).toEqual({ fires: '0', isBack: '0.5' })
  expect(boundsOf(hundred, undefined).moves).toBe(null)
})
