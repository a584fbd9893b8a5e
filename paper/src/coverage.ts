import type { Step } from './shapes.ts'

// How much of each pixel an area covers, exactly: every edge adds to its row what it takes from the pixels to its right, and a sum along the row
// gives the share. Plain arithmetic, so that it is the same on every machine.

type Point = readonly [x: number, y: number]
type Edge = readonly [from: Point, to: Point]

/** Enough that no corner is seen at the sizes that letters have. */
const piecesOfCurve = 8

const between = (points: readonly Point[], share: number): Point => {
  let left = points
  while (left.length > 1)
    left = left.slice(1).map(([x, y], place) => {
      const [fromX, fromY] = left[place] ?? [x, y]
      return [fromX + (x - fromX) * share, fromY + (y - fromY) * share]
    })
  return left[0] ?? [0, 0]
}

const pointsOf = (at: readonly number[]): Point[] =>
  Array.from({ length: at.length / 2 }, (_, place) => [at[2 * place] ?? 0, at[2 * place + 1] ?? 0])

const edgesOf = (steps: readonly Step[]): Edge[] => {
  const edges: Edge[] = []
  let [start, here]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ]
  const go = (there: Point) => {
    edges.push([here, there])
    here = there
  }
  for (const { to, at } of steps) {
    const points = pointsOf(at)
    const last = points.at(-1) ?? start
    if (to === 'M') [start, here] = [last, last]
    else if (to === 'L' || to === 'Z') go(last)
    else {
      const curve = [here, ...points]
      for (let piece = 1; piece <= piecesOfCurve; piece++) go(between(curve, piece / piecesOfCurve))
    }
  }
  return edges
}

/** What an edge does to a row: it goes from one x to another while it covers so much of the row's height. Each sum is the change from pixel to pixel. */
const addToRow = (sums: Float64Array, row: number, fromX: number, toX: number, height: number) => {
  const [left, right] = fromX < toX ? [fromX, toX] : [toX, fromX]
  const first = Math.floor(left)
  const last = Math.max(first + 1, Math.ceil(right))
  const add = (x: number, change: number) => {
    sums[row + x] = (sums[row + x] ?? 0) + change
  }
  let passed = 0
  let told = 0
  for (let x = first; x < last; x++) {
    const [begin, end] = [Math.max(x, left), Math.min(x + 1, right)]
    const share = left === right ? 1 : (end - begin) / (right - left)
    const covered = height * (passed + share * (x + 1 - (begin + end) / 2))
    add(x, covered - told)
    told = covered
    passed += share
  }
  add(last, height - told)
}

/** Tells of each pixel that is covered, by how much. What stands outside of the picture is not drawn. */
export const coverageOf = (
  steps: readonly Step[],
  width: number,
  height: number,
  tell: (x: number, y: number, share: number) => void,
): void => {
  const edges = edgesOf(steps)
  const ys = edges.flatMap(([from, to]) => [from[1], to[1]])
  const top = Math.max(0, Math.floor(ys.reduce((least, y) => Math.min(least, y), height)))
  const bottom = Math.min(height, Math.ceil(ys.reduce((most, y) => Math.max(most, y), 0)))
  const room = width + 2
  const sums = new Float64Array(room * Math.max(0, bottom - top))
  const within = (x: number) => Math.min(Math.max(x, 0), width)
  for (const [from, to] of edges) {
    if (from[1] === to[1]) continue
    const [upper, lower, sign] = from[1] < to[1] ? [from, to, 1] : [to, from, -1]
    const slope = (lower[0] - upper[0]) / (lower[1] - upper[1])
    for (let y = Math.max(top, Math.floor(upper[1])); y < Math.min(bottom, lower[1]); y++) {
      const [begin, end] = [Math.max(y, upper[1]), Math.min(y + 1, lower[1])]
      const at = (line: number) => within(upper[0] + (line - upper[1]) * slope)
      addToRow(sums, (y - top) * room, at(begin), at(end), (end - begin) * sign)
    }
  }
  for (let y = top; y < bottom; y++) {
    let sum = 0
    for (let x = 0; x < width; x++) {
      sum += sums[(y - top) * room + x] ?? 0
      const share = Math.min(1, Math.abs(sum))
      if (share > 0.001) tell(x, y, share)
    }
  }
}
