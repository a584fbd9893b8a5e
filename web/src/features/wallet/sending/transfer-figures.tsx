import type { Party } from '@ingot/endpoints/wallet-fields'
import type { ReactNode } from 'react'
import { decimalsOf, isGram } from '../../../lib/asset-figures.ts'
import { multiplyDecimals } from '../../../lib/decimal-text.ts'
import { useGramValue } from '../../../lib/use-price.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { TransferQuote } from './queries.ts'
import classes from './transfer-figures.module.css'

/** `isPart`: it belongs to the figure above it. */
const Row = ({ name, isPart, children }: { name: string; isPart?: boolean; children: ReactNode }) => (
  <div className={classes.row} data-part={isPart || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Shown = ({ asset, amount }: { asset: string; amount: string }) => (
  <Amount value={amount} asset={asset} decimals={decimalsOf(asset)} />
)

/** Whom it goes to, as he was named: a customer by username, an address to the last letter and without a name. */
const Receiver = ({ party, isInner }: { party: Party; isInner: boolean }) =>
  party.kind === 'customer' ? (
    <>
      <strong>{party.username}</strong>
      <span className={classes.aside}>a customer here</span>
    </>
  ) : (
    <>
      {party.label !== '' && <strong className={classes.label}>{party.label}</strong>}
      <span className={classes.address}>{party.address}</span>
      {isInner && <span className={classes.aside}>a wallet here</span>}
    </>
  )

/** A gram figure says what it would bring now. */
const Worth = ({ asset, amount }: { asset: string; amount: string }) => {
  const perGram = useGramValue()
  if (!isGram(asset)) return null
  return (
    <span className={classes.aside}>
      {perGram === undefined ? '— USD' : <Amount value={multiplyDecimals(amount, perGram)} asset="USD" decimals={2} />}
    </span>
  )
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
  <dl className={classes.figures} data-old={isOld || undefined} aria-busy={isOld}>
    <Row name="To">
      <Receiver party={quote.receiver} isInner={quote.inner} />
    </Row>
    <Row name="Total">
      <Shown asset={quote.asset} amount={quote.total} />
    </Row>
    <Row isPart name="Receiver gets">
      <Shown asset={quote.asset} amount={quote.amount} />
      <Worth asset={quote.asset} amount={quote.amount} />
    </Row>
    <Row isPart name="Fee">
      {/[1-9]/.test(quote.fee) ? <Shown asset={quote.asset} amount={quote.fee} /> : 'None'}
    </Row>
    <Row name="When">
      {quote.leavesAt === null ? (
        whenWords(quote, isDelayed)
      ) : (
        <>
          <Moment at={quote.leavesAt} />
          <span className={classes.aside}>The address is new. You can cancel until then.</span>
        </>
      )}
    </Row>
  </dl>
)
