import type { Quote } from '@ingot/endpoints/trade'
import { multiplyDecimals, subtractDecimals } from '../../lib/decimal-text.ts'
import { DealFigures, percentOf, ShownSum } from '../../ui/deal-figures.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow } from '../../ui/figure-rows.tsx'

type Sum = { asset: string; amount: string }

/** Cents; but a price of about one shows more, since a spread would not be seen in its cents. */
const digitsOf = (price: string) => ((price.split('.')[0] ?? '').length > 1 ? 2 : 4)

/** What the spread comes to: how far the price is from the middle, for as much of the pair's first asset as is traded. */
const spreadOf = ({ pair, side, pay, receive, fee, price, midPrice }: Quote): Sum => {
  const traded = side === 'buy' ? receive.amount : subtractDecimals(pay.amount, fee.amount)
  const [above, below] = side === 'buy' ? [price, midPrice] : [midPrice, price]
  return { asset: pair.split('/')[1] ?? '', amount: multiplyDecimals(traded, subtractDecimals(above, below)) }
}

/** Everything the customer agrees to in a swap. */
export const QuoteFigures = ({
  quote,
  ...rest
}: {
  quote: Quote
  balanceOf: (asset: string) => string | undefined
  left: number | undefined
  /** Whether another one is on its way. */
  isOld: boolean
}) => {
  const [first, second = ''] = quote.pair.split('/')
  return (
    <DealFigures deal={quote} {...rest}>
      <FigureRow name={`Price of 1 ${first}`}>
        <ExactAmount value={quote.price} asset={second} decimals={digitsOf(quote.price)} />
      </FigureRow>
      <FigureRow isPart name={`Spread in this price, ${percentOf(quote.spreadBasisPoints)}`}>
        <ShownSum sum={spreadOf(quote)} />
      </FigureRow>
    </DealFigures>
  )
}
