import { expect, it } from 'vitest'
import { byDay, dayHeading } from './days.ts'
import { formatDay } from './local-format.ts'

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute)
const now = at(13, 9)

it.each([
  ['a minute after midnight', at(13, 0, 1), 'Today'],
  ['a minute before it', at(12, 23, 59), 'Yesterday'],
  ['two days ago', at(11, 23, 59), formatDay(at(11, 12))],
])('the day of the own zone stands above what happened %s', (_when, moment, heading) => {
  expect(dayHeading(moment, now)).toBe(heading)
})

it('what happened on one day stays together, and the order as it is', () => {
  const days = byDay([at(3, 18), at(3, 1), at(2, 23)], (moment) => moment.toISOString())
  expect(days).toEqual([
    { day: formatDay(at(3, 1)), items: [at(3, 18), at(3, 1)] },
    { day: formatDay(at(2, 1)), items: [at(2, 23)] },
  ])
})
