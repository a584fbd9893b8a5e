// What lines over time have in common, whatever their points tell.

type AtTime = { at: number }

/** Which point is nearest to a moment. */
export const nearestTo = (points: readonly AtTime[], at: number): number => {
  const next = points.findIndex((point) => point.at >= at)
  if (next === -1) return points.length - 1
  const [before, after] = [points[next - 1], points[next]]
  return before && after && at - before.at < after.at - at ? next - 1 : next
}

const mostRows = 32

/** Few enough to be listened to, with the first and the last. */
export const rowsOf = <Point extends AtTime>(points: readonly Point[]): Point[] => {
  const every = Math.ceil(points.length / mostRows)
  const last = points.length - 1
  return points.filter((_, index) => index === 0 || (last - index) % every === 0)
}
