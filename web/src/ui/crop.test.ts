import { expect, it } from 'vitest'
import { closest, cropAtFirst, moved, squareOf } from './crop.ts'

const wide = { width: 600, height: 400 }

it('begins with the largest square, in the middle', () => {
  expect(squareOf(wide, cropAtFirst(wide))).toEqual({ x: 100, y: 0, side: 400 })
})

it('is closer when zoomed, around the same middle', () => {
  expect(squareOf(wide, { ...cropAtFirst(wide), zoom: 2 })).toEqual({ x: 200, y: 100, side: 200 })
})

it('follows the hand: the picture moves right, so the square moves left', () => {
  const crop = moved(wide, { ...cropAtFirst(wide), zoom: 2 }, { x: 0.25, y: 0 })
  expect(squareOf(wide, crop)).toEqual({ x: 150, y: 100, side: 200 })
})

it('stops at the edge, and comes back at once from there', () => {
  const atEdge = moved(wide, cropAtFirst(wide), { x: 5, y: 5 })
  expect(squareOf(wide, atEdge)).toEqual({ x: 0, y: 0, side: 400 })
  expect(squareOf(wide, moved(wide, atEdge, { x: -0.1, y: 0 }))).toEqual({ x: 40, y: 0, side: 400 })
})

it('zooms out to the whole and no further, and in to a limit', () => {
  expect(squareOf(wide, { ...cropAtFirst(wide), zoom: 0.1 }).side).toBe(400)
  expect(squareOf(wide, { ...cropAtFirst(wide), zoom: 99 }).side).toBe(400 / closest)
})
