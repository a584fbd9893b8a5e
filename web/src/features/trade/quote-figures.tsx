import type { Quote } from '@ingot/endpoints/trade'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { addDecimals, multiplyDecimals, subtractDecimals } from '../../lib/decimal-text.ts'
import { formatDecimal } from '../../lib/local-format.ts'
import { Amount } from '../../ui/amount.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Countdown } from './countdown.tsx'
import { exchangedOf } from './deal-words.ts'

type Side = Quote['pay']

const Shown = ({ side: { asset, amount } }: { side: Side }) => (
  <Amount value={amount} asset={asset} decimals={decimalsOf(asset)} />
)

const percentOf = (basisPoints: number) => {
  const { whole, decimals } = formatDecimal((basisPoints / 100).toFixed(2))
  return `${whole}${decimals} %`
}

/** Cents; but a price of about one shows more, since a spread would not be seen in its cents. */
const digitsOf = (price: string) => ((price.split('.')[0] ?? '').length > 1 ? 2 : 4)

/** What the spread comes to: how far the price is from the middle, for as much of the pair's first asset as is traded. */
const spreadOf = ({ pair, side, pay, receive, fee, price, midPrice }: Quote): Side => {
  const traded = side === 'buy' ? receive.amount : subtractDecimals(pay.amount, fee.amount)
  const [above, below] = side === 'buy' ? [price, midPrice] : [midPrice, price]
  const asset = (pair.split('/')[1] ?? '') as Side['asset']
  return { asset, amount: multiplyDecimals(traded, subtractDecimals(above, below)) }
}

/** What there is of both assets once it is done; not told while a balance is unknown or does not suffice. */
const After = ({
  quote: { pay, receive },
  balanceOf,
}: {
  quote: Quote
  balanceOf: (asset: Side['asset']) => string | undefined
}) => {
  const [paid, received] = [balanceOf(pay.asset), balanceOf(receive.asset)]
  if (paid === undefined || received === undefined) return null
  const left = subtractDecimals(paid, pay.amount)
  if (left.startsWith('-')) return null
  return (
    <FigureRow name="You will then have">
      <Shown side={{ ...pay, amount: left }} />
      {', '}
      <Shown side={{ ...receive, amount: addDecimals(received, receive.amount) }} />
    </FigureRow>
  )
}

/** Everything the customer agrees to: the whole sum with its parts, what arrives, the price that leads there, and for how long. */
export const QuoteFigures = ({
  quote,
  balanceOf,
  left,
  isOld,
}: {
  quote: Quote
  balanceOf: (asset: Side['asset']) => string | undefined
  left: number | undefined
  /** Whether another one is on its way. */
  isOld: boolean
}) => {
  const [first, second = ''] = quote.pair.split('/')
  const { pay, fee, receive } = quote
  return (
    <FigureRows isOld={isOld}>
      <FigureRow name="Total to pay">
        <Shown side={pay} />
      </FigureRow>
      <FigureRow isPart name={`Exchanged for ${receive.asset}`}>
        <Shown side={exchangedOf(quote)} />
      </FigureRow>
      <FigureRow isPart name={`Fee, ${percentOf(quote.feeBasisPoints)}`}>
        <Shown side={fee} />
      </FigureRow>
      <FigureRow name="You receive">
        <Shown side={receive} />
      </FigureRow>
      <FigureRow name={`Price of 1 ${first}`}>
        <ExactAmount value={quote.price} asset={second} decimals={digitsOf(quote.price)} />
      </FigureRow>
      <FigureRow isPart name={`Spread in this price, ${percentOf(quote.spreadBasisPoints)}`}>
        <Shown side={spreadOf(quote)} />
      </FigureRow>
      <After quote={quote} balanceOf={balanceOf} />
      <FigureRow name="This price holds for">
        {left === undefined || isOld ? (
          'a new price is on its way'
        ) : (
          <Countdown left={left} whole={quote.expiresInSeconds} />
        )}
      </FigureRow>
    </FigureRows>
  )
}
