import { decimalsOf, isGram } from '../../../lib/asset-figures.ts'
import { multiplyDecimals } from '../../../lib/decimal-text.ts'
import { useGramValue } from '../../../lib/use-price.ts'
import { Amount } from '../../../ui/amount.tsx'
import { FigureRow, FigureRows } from '../../../ui/figure-rows.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { TransferQuote } from './queries.ts'
import classes from './transfer-figures.module.css'

const Shown = ({ asset, amount }: { asset: string; amount: string }) => (
  <Amount value={amount} asset={asset} decimals={decimalsOf(asset)} />
)

/** Whom it goes to, as he was named: a customer by username, an address to the last letter and without a name. */
const Receiver = ({ of: { receiver, inner } }: { of: TransferQuote }) =>
  receiver.kind === 'customer' ? (
    <FigureRow name="To" note="a customer here">
      <strong>{receiver.username}</strong>
    </FigureRow>
  ) : (
    <FigureRow name="To" note={inner && 'a wallet here'}>
      {receiver.label !== '' && <strong className={classes.label}>{receiver.label}</strong>}
      <span className={classes.address}>{receiver.address}</span>
    </FigureRow>
  )

/** A gram figure says what it would bring now. */
const Worth = ({ amount }: { amount: string }) => {
  const perGram = useGramValue()
  return perGram === undefined ? '— USD' : <Amount value={multiplyDecimals(amount, perGram)} asset="USD" decimals={2} />
}

/** Only the way outside leads over the chain; between customers the ledger decides. */
const whenWords = ({ inner }: TransferQuote, isDelayed: boolean): string =>
  isDelayed && !inner ? 'As soon as the blockchain is back' : 'Right away'

/** Everything the customer agrees to: who gets it, the whole sum with its parts, and when. */
export const TransferFigures = ({
  quote,
  isOld,
  isDelayed,
}: {
  quote: TransferQuote
  isOld: boolean
  /** Whether the chain is out of reach. */
  isDelayed: boolean
}) => (
  <FigureRows isOld={isOld}>
    <Receiver of={quote} />
    <FigureRow name="Total">
      <Shown asset={quote.asset} amount={quote.total} />
    </FigureRow>
    <FigureRow isPart name="Recipient gets" note={isGram(quote.asset) && <Worth amount={quote.amount} />}>
      <Shown asset={quote.asset} amount={quote.amount} />
    </FigureRow>
    <FigureRow isPart name="Fee">
      {/[1-9]/.test(quote.fee) ? <Shown asset={quote.asset} amount={quote.fee} /> : 'None'}
    </FigureRow>
    {quote.leavesAt === null ? (
      <FigureRow name="When">{whenWords(quote, isDelayed)}</FigureRow>
    ) : (
      <FigureRow name="When" note="The address is new. You can cancel until then.">
        <Moment at={quote.leavesAt} />
      </FigureRow>
    )}
  </FigureRows>
)
