import type { Price } from '@ingot/endpoints/trade'
import { Amount } from '../../ui/amount.tsx'
import type { Direction } from './assets.ts'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'

/** What a gram costs or brings while nothing is entered yet; only of gold against dollars is that known without a quote. */
const perGramOf = ({ pay, receive }: Direction, { buy, sell }: Price): string | undefined => {
  if (pay === 'USDT' && receive === 'QMGT') return buy
  return pay === 'QMGT' && receive === 'USDT' ? sell : undefined
}

export const PriceNow = ({ direction, price }: { direction: Direction; price: Price | null | undefined }) => {
  const perGram = price?.tradable ? perGramOf(direction, price) : undefined
  if (perGram === undefined) return null
  return (
    <FigureRows>
      <FigureRow name={direction.receive === 'QMGT' ? '1 QMGT costs' : '1 QMGT brings'}>
        <Amount value={perGram} asset="USDT" decimals={2} rolls />
      </FigureRow>
    </FigureRows>
  )
}
