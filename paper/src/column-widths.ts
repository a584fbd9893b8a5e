/** What a column cannot do without, and what it would like if there is room. */
type Column = { share: number; need: number; wish: number; isFigure: boolean }

/** Whoever needs more takes it from those that have some to spare, as far as that goes. */
const settle = (widths: readonly number[], needs: readonly number[]): number[] => {
  const columns = widths.map((width, place) => ({ width, over: width - (needs[place] ?? 0) }))
  const lacking = columns.reduce((sum, { over }) => sum + Math.max(0, -over), 0)
  const spare = columns.reduce((sum, { over }) => sum + Math.max(0, over), 0)
  const moved = Math.min(lacking, spare)
  if (moved === 0) return [...widths]
  return columns.map(({ width, over }) => width - (over * moved) / (over < 0 ? lacking : spare))
}

/** Widths by the columns' shares, if that is enough for each. Figures come first, since they cannot go on in another line, and wishes last. */
export const columnWidths = (columns: readonly Column[], total: number): number[] => {
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  const needs = [
    columns.map(({ need, isFigure }) => (isFigure ? need : 0)),
    columns.map(({ need }) => need),
    columns.map(({ need, wish }) => Math.max(need, wish)),
  ]
  return needs.reduce(
    settle,
    columns.map(({ share }) => (total * share) / whole),
  )
}
