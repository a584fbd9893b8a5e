import { expect, it } from 'vitest'
import { ageOf } from './age.ts'

const since = '2026-11-13T12:00:00.000Z'
const after = (seconds: number) => ageOf(since, new Date(since).getTime() + seconds * 1_000)

it.each([
  [-5, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 minute'],
  [3_599, '59 minutes'],
  [3_600, '1 hour'],
  [172_799, '47 hours'],
  [172_800, '2 days'],
])('what has waited for %i seconds has waited for %s', (seconds, words) => {
  expect(after(seconds)).toBe(words)
})
