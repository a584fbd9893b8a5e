import { expect, test } from 'vitest'
import { columnWidths } from './column-widths.ts'

const column = (share: number, need: number, isFigure = false, wish = 0) => ({ share, need, wish, isFigure })

test('columns are as wide as their shares say, if that is enough', () => {
  expect(columnWidths([column(1, 10), column(3, 10, true)], 100)).toEqual([25, 75])
})

test('one that needs more takes it from those that can spare it', () => {
  expect(columnWidths([column(1, 40), column(1, 0), column(2, 10, true)], 100).map(Math.round)).toEqual([40, 19, 41])
})

test('figures come before words', () => {
  const [words, figure] = columnWidths([column(9, 200), column(1, 60, true)], 100)
  expect(figure).toBeCloseTo(60)
  expect(words).toBeCloseTo(40)
})

test('what would be liked is given from what nobody needs', () => {
  const widths = columnWidths([column(1, 10, false, 40), column(1, 30), column(2, 30, true)], 100)
  expect(widths.map(Math.round)).toEqual([40, 30, 30])
})
