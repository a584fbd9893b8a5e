import { expect, test } from 'vitest'
import { createPositions } from './positions.ts'

test('a replica has to have come as far as the leader was a while ago, and nobody is sure for as long after another one took over', () => {
  let at = 0
  const positions = createPositions(10_000, () => at)
  const look = (timeline: string, position: bigint) => {
    positions.isLedBy(timeline)
    positions.note(position)
    return positions.oldestAllowed()
  }
  expect(positions.oldestAllowed()).toBeUndefined()
  expect(look('1', 100n)).toBe(100n)
  at = 9_000
  expect(look('1', 200n)).toBe(100n)
  at = 11_000
  expect(look('1', 300n)).toBe(200n)
  expect(look('2', 250n)).toBeUndefined()
  at = 20_000
  expect(look('2', 400n)).toBeUndefined()
  at = 21_000
  expect(look('2', 500n)).toBe(250n)
})
