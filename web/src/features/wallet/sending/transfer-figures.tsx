import type { Party } from '@ingot/endpoints/wallet-fields'
import type { ReactNode } from 'react'
import { isGram } from '../../../lib/asset-figures.ts'
import { multiplyDecimals } from '../../../lib/decimal-text.ts'
import { useGramValue } from '../../../lib/use-price.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { TransferQuote } from './queries.ts'
import classes from './transfer-figures.module.css'

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.row}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
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
  isDelayed && !inner ? 'As soon as the chain is back' : 'At once'

/** Everything the customer agrees to, to the last digit. */
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
    <Row name="Arrives">
      <Amount value={quote.amount} asset={quote.asset} />
      <Worth asset={quote.asset} amount={quote.amount} />
    </Row>
    <Row name="Fee">{/[1-9]/.test(quote.fee) ? <Amount value={quote.fee} asset={quote.asset} /> : 'None'}</Row>
    <Row name="In all">
      <Amount value={quote.total} asset={quote.asset} />
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
