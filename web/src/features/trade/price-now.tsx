import type { Price } from '@ingot/endpoints/trade'
import { Amount } from '../../ui/amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import type { Direction } from './assets.ts'

/** Which price a gram has this way; only of gold against dollars is that known without a quote. */
const wayOf = ({ pay, receive }: Direction): 'buy' | 'sell' | undefined => {
  if (pay === 'USDT' && receive === 'QMGT') return 'buy'
  return pay === 'QMGT' && receive === 'USDT' ? 'sell' : undefined
}

/** What a gram costs or brings while nothing is entered yet. The row is there before the price is, so that nothing moves then. */
export const PriceNow = ({ direction, price }: { direction: Direction; price: Price | null | undefined }) => {
  const way = wayOf(direction)
  const isQuoted = price === undefined || price?.tradable === true
  if (way === undefined || !isQuoted) return null
  return (
    <FigureRows>
      <FigureRow name={way === 'buy' ? '1 QMGT costs' : '1 QMGT sells for'}>
        {price ? <Amount value={price[way]} asset="USDT" decimals={2} rolls /> : '—'}
      </FigureRow>
    </FigureRows>
  )
}
