import { VisuallyHidden } from '@mantine/core'
import { formatMoment } from '../../lib/local-format.ts'
import { rowsOf } from '../../ui/chart-points.ts'
import type { Chart } from './chart-points.ts'
import { type ChartTrade, priceText } from './price-line.tsx'
import type { Range } from './queries.ts'

const tradeWords: Record<ChartTrade['side'], string> = { buy: 'You bought', sell: 'You sold' }

/** The same as the line, for whoever does not see it. Each row tells the trades since the one before. */
export const PriceTable = ({ range, chart, trades }: { range: Range; chart: Chart; trades: readonly ChartTrade[] }) => {
  const rows = rowsOf(chart.points)
  const tradesUntil = (index: number) => {
    const [after, until] = [rows[index - 1]?.at ?? Number.NEGATIVE_INFINITY, rows[index]?.at ?? 0]
    return trades.filter(({ at }) => at > after && at <= until)
  }
  return (
    <VisuallyHidden>
      <table>
        <caption>Price of one gram of fine gold, {range}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">USD per gram</th>
            <th scope="col">Your trades</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, price }, index) => (
            <tr key={at}>
              <th scope="row">{formatMoment(new Date(at))}</th>
              <td>{priceText(price)}</td>
              <td>
                {tradesUntil(index)
                  .map(({ side }) => tradeWords[side])
                  .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
