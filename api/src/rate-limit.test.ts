import { expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

test('an address may ask so often per minute, then waits for the rest of that minute', () => {
  let now = 0
  const limit = createRateLimit(2, () => now)
  expect([limit('a'), limit('a')]).toEqual([0, 0])
  now = 45_000
  expect(limit('a')).toBe(15)
  expect(limit('b')).toBe(0)
  now = 60_000
  expect(limit('a')).toBe(0)
})

test('a flood of addresses does not grow the memory without end', () => {
  const limit = createRateLimit(1, () => 0)
  expect(limit('first')).toBe(0)
  for (let n = 0; n < 100_000; n++) limit(`address-${n}`)
  expect(limit('first')).toBe(0)
})
