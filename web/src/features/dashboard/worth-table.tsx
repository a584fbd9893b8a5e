import type { HistoryRange } from '@ingot/endpoints/dashboard'
import { VisuallyHidden } from '@mantine/core'
import { addDecimals } from '../../lib/decimal-text.ts'
import { formatDay, formatDecimal, glanceOf } from '../../lib/local-format.ts'
import { rowsOf } from '../../ui/chart-points.ts'
import { sumText } from './worth-lines.tsx'
import type { WorthChart } from './worth-points.ts'

const gramDecimals = 6

const gramText = (grams: string) => {
  const { whole, decimals } = formatDecimal(glanceOf(grams, gramDecimals))
  return `${whole}${decimals} g`
}

/** The same as the lines, for whoever does not see them. Each row tells what was moved since the one before. */
export const WorthTable = ({ range, of, chart }: { range: HistoryRange; of: string; chart: WorthChart }) => {
  const rows = rowsOf(chart.points)
  const movedUntil = (index: number) => {
    const [after, until] = [rows[index - 1]?.at ?? Number.NEGATIVE_INFINITY, rows[index]?.at ?? 0]
    const moved = chart.points.flatMap((point) =>
      point.moved !== null && point.at > after && point.at <= until ? [point.moved] : [],
    )
    return moved.length > 0 ? gramText(moved.reduce(addDecimals)) : ''
  }
  return (
    <VisuallyHidden>
      <table>
        <caption>
          Value against cost, {of}, {range}
        </caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Value in USD</th>
            <th scope="col">Cost in USD</th>
            <th scope="col">Delivered, passed on or received</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, value, cost }, index) => (
            <tr key={at}>
              <th scope="row">{formatDay(new Date(at))}</th>
              <td>{sumText(value)}</td>
              <td>{sumText(cost)}</td>
              <td>{movedUntil(index)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
