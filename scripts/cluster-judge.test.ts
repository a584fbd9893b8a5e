import { expect, test } from 'vitest'
import { planOf } from './cluster-chaos.ts'
import { judge, judgeFires } from './cluster-judge.ts'

const operations = [
  { quote: 'q1', trade: 't1', at: 1 },
  { quote: 'q2', trade: 't2', at: 2 },
  { quote: 'q3' },
  { quote: 'q4' },
]
const found = [
  { trade: 't1', quote: 'q1' },
  { trade: 't2', quote: 'q2' },
  { trade: 't3', quote: 'q3' },
]

test('what was acknowledged is there once; what nobody was told of may be there', () => {
  expect(judge(operations, found)).toEqual({ acknowledged: 2, untold: 1, lost: 0, doubled: 0 })
  expect(judgeFires(operations, found)).toBe(true)
})

test('an acknowledged trade that is missing is lost, and one that is there twice or was not asked for is doubled', () => {
  expect(judge(operations, found.slice(1))).toMatchObject({ lost: 1, doubled: 0 })
  expect(judge(operations, [...found, { trade: 't5', quote: 'q1' }])).toMatchObject({ lost: 0, doubled: 1 })
  expect(judge(operations, [...found, { trade: 't5', quote: 'q9' }])).toMatchObject({ lost: 0, doubled: 1 })
  expect(judge(operations, [{ trade: 'other', quote: 'q1' }, ...found.slice(1)])).toMatchObject({ lost: 1, doubled: 1 })
})

test('a judge that has seen nothing has proven nothing', () => {
  expect(judgeFires([], [])).toBe(false)
})

test('every kind of fault is made: PostgreSQL’s death as often as asked for, the others a quarter as often', () => {
  const plan = planOf(20)
  const times = (kind: string) => plan.filter((each) => each === kind).length
  expect(times('postgres')).toBe(20)
  for (const kind of ['switchover', 'node', 'frozen', 'cut', 'api', 'worker', 'chain']) expect(times(kind)).toBe(5)
  expect(planOf(1)).toHaveLength(8)
  expect(planOf(1, ['cut'])).toHaveLength(7)
})
