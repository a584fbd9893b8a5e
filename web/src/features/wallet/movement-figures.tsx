import type { Receipt } from '@ingot/endpoints/wallet-fields'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isGram } from '../../lib/asset-figures.ts'
import { multiplyDecimals } from '../../lib/decimal-text.ts'
import { settings } from '../../lib/settings.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { useGramValue } from '../../lib/use-price.ts'
import { Amount } from '../../ui/amount.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import classes from './movement-figures.module.css'

type Figures = Pick<Receipt, 'incoming' | 'outgoing' | 'fees' | 'price' | 'hash'>
type AssetAmount = Figures['fees'][number]

export const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.figure}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** What grams were worth at the price of the movement, or would bring now where it had none. */
const Worth = ({ amount, price }: { amount: string; price: string | null }) => {
  const now = useGramValue()
  const perGram = price ?? now
  return (
    <span className={classes.worth}>
      {perGram === undefined ? '— USD' : <Amount value={multiplyDecimals(amount, perGram)} asset="USD" decimals={2} />}
      {price === null ? ' if sold now' : ' at this price'}
    </span>
  )
}

/** Every digit: this is where somebody looks who wants to know it exactly. */
const Exact = ({ side: { asset, amount }, price }: { side: AssetAmount; price: string | null }) => (
  <span className={classes.exact}>
    <Amount value={amount} asset={asset} />
    {isGram(asset) && <Worth amount={amount} price={price} />}
  </span>
)

const Amounts = ({ sides, price }: { sides: readonly AssetAmount[]; price: string | null }) =>
  sides.map((side) => <Exact key={side.asset} side={side} price={price} />)

const [hashFirst, hashLast] = [10, 8]

const Transaction = ({ hash }: { hash: string }) => (
  <span className={classes.transaction}>
    <CopyText label="transaction hash" value={hash} shown={shortAddress(hash, hashFirst, hashLast)} />
    {settings.explorerTransactionPrefix !== '' && (
      <a
        className={classes.explorer}
        href={`${settings.explorerTransactionPrefix}${hash}`}
        target="_blank"
        rel="noreferrer"
      >
        View on blockchain explorer
        <IconExternalLink size={16} aria-hidden="true" />
      </a>
    )}
  </span>
)

/** What came and what left, price, fee and transaction. The children are further figures of the page itself. */
export const MovementFigures = ({
  of,
  outgoingName,
  children,
}: {
  of: Figures
  /** For what has not been sent. */
  outgoingName?: string
  children?: ReactNode
}) => {
  const { incoming, outgoing, fees, price, hash } = of
  return (
    <dl className={classes.figures}>
      {incoming.length > 0 && (
        <Figure name="Received">
          <Amounts sides={incoming} price={price} />
        </Figure>
      )}
      {outgoing.length > 0 && (
        <Figure name={outgoingName ?? (incoming.length > 0 ? 'Paid' : 'Sent')}>
          <Amounts sides={outgoing} price={price} />
        </Figure>
      )}
      {price !== null && (
        <Figure name="Price">
          <Amount value={price} asset="USD" />
        </Figure>
      )}
      <Figure name="Fee">{fees.length > 0 ? <Amounts sides={fees} price={price} /> : 'None'}</Figure>
      {children}
      {hash !== null && (
        <Figure name="Transaction">
          <Transaction hash={hash} />
        </Figure>
      )}
    </dl>
  )
}
