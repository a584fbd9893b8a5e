import { expect, test } from 'vitest'
import { type Block, paginate } from './flow.ts'

const block = (height: number, more: Partial<Block> = {}): Block => ({
  height,
  gap: 0,
  keep: false,
  draw: () => {},
  ...more,
})

test('what belongs together moves overleaf together', () => {
  const [one, kept, last] = [block(60), block(30, { keep: true }), block(30)]
  expect(paginate([one, kept, last], 100, 100)).toEqual([[one], [kept, last]])
  expect(paginate([one, kept, last], 120, 100)).toEqual([[one, kept, last]])
})

test('a gap is not needed at the top of a page, and a repeated head is', () => {
  const one = block(100)
  const row = block(50, { gap: 50, head: { height: 60, draw: () => {} } })
  expect(paginate([one, row], 100, 110)).toEqual([[one], [row]])
  expect(() => paginate([one, row], 100, 109)).toThrow('higher than a page')
})

test('what is too high to stay together is parted', () => {
  const rows = Array.from({ length: 5 }, () => block(40, { keep: true }))
  expect(paginate(rows, 100, 100).map(({ length }) => length)).toEqual([0, 2, 2, 1])
})

test('a first page without room stays empty', () => {
  expect(paginate([block(10)], -5, 100).map(({ length }) => length)).toEqual([0, 1])
})
