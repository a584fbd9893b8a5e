import { expect, it } from 'vitest'
import { nearestTo, rowsOf } from './chart-points.ts'

const points = [{ at: 0 }, { at: 100 }]

it('a line is pointed at where the pointer is nearest', () => {
  expect([-5, 49, 51, 500].map((time) => nearestTo(points, time))).toEqual([0, 0, 1, 1])
})

it('a line is told in few rows, with the first and the last', () => {
  const rows = rowsOf(Array.from({ length: 300 }, (_, index) => ({ at: index })))
  expect(rows.length).toBeLessThanOrEqual(33)
  expect([rows[0]?.at, rows.at(-1)?.at]).toEqual([0, 299])
  expect(rowsOf(points)).toEqual(points)
})
