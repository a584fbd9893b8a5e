import type { Quote } from '@ingot/endpoints/trade'
import type { ReactNode } from 'react'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { Amount } from '../../ui/amount.tsx'
import { Countdown } from './countdown.tsx'
import classes from './quote-figures.module.css'

const percentOf = (basisPoints: number) => `${(basisPoints / 100).toFixed(2)} %`

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.row}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const priceDecimals = 4

/** Everything the customer agrees to, to the last digit, and how long it holds. */
export const QuoteFigures = ({
  quote,
  left,
  isOld,
}: {
  quote: Quote
  left: number | undefined
  /** Whether another one is on its way. */
  isOld: boolean
}) => {
  const [first, second] = quote.pair.split('/')
  return (
    <dl className={classes.figures} data-old={isOld || undefined} aria-busy={isOld}>
      <Row name="You pay in all">
        <Amount value={quote.pay.amount} asset={quote.pay.asset} />
      </Row>
      <Row name="You receive">
        <Amount value={quote.receive.amount} asset={quote.receive.asset} />
      </Row>
      <Row name={`Price of 1 ${first}`}>
        <Amount value={quote.price} asset={second ?? ''} decimals={priceDecimals} />
      </Row>
      <Row name="Spread in it">
        {percentOf(quote.spreadBasisPoints)}
        <span className={classes.aside}>
          without it <Amount value={quote.midPrice} asset={second ?? ''} decimals={priceDecimals} />
        </span>
      </Row>
      <Row name={`Fee, ${percentOf(quote.feeBasisPoints)}`}>
        <Amount value={quote.fee.amount} asset={quote.fee.asset} decimals={Math.max(6, decimalsOf(quote.fee.asset))} />
      </Row>
      <Row name="This price holds for">
        {left === undefined || isOld ? (
          'a new price is on its way'
        ) : (
          <Countdown left={left} whole={quote.expiresInSeconds} />
        )}
      </Row>
    </dl>
  )
}
