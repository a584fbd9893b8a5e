import { multiplyDecimals, subtractDecimals } from '../lib/decimal-text.ts'
import type { ShownPurchase } from '../lib/purchase-form.ts'
import { DealFigures, percentOf, ShownSum } from './deal-figures.tsx'
import { ExactAmount } from './exact-amount.tsx'
import { FigureRow } from './figure-rows.tsx'

const priceDigits = 2

/** What the spread comes to: how far the price is from the market's, for the grams that are booked. */
const spreadOf = ({ receive, price, midPrice }: ShownPurchase) => ({
  asset: 'USD',
  amount: multiplyDecimals(receive.amount, subtractDecimals(price, midPrice)),
})

/** Everything the customer agrees to when gold is booked. */
export const PurchaseFigures = ({
  quote,
  ...rest
}: {
  quote: ShownPurchase
  balanceOf: (asset: string) => string | undefined
  left: number | undefined
  isOld: boolean
}) => (
  <DealFigures deal={quote} {...rest}>
    <FigureRow name="Price of 1 gram">
      <ExactAmount value={quote.price} asset="USD" decimals={priceDigits} />
    </FigureRow>
    <FigureRow isPart name="Market price of 1 gram">
      <ExactAmount value={quote.midPrice} asset="USD" decimals={priceDigits} />
    </FigureRow>
    <FigureRow isPart name={`Spread in this price, ${percentOf(quote.spreadBasisPoints)}`}>
      <ShownSum sum={spreadOf(quote)} />
    </FigureRow>
  </DealFigures>
)
