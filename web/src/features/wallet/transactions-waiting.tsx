import type { Transfer } from '@ingot/endpoints/wallet-fields'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { partyName, transferType } from '../../lib/movement-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/moment.tsx'
import { MovementLink } from '../../ui/movement-link.tsx'
import { useWaitingTransfers } from './sending/queries.ts'
import classes from './transactions-waiting.module.css'

const Row = ({ transfer: { id, asset, total, receiver, leavesAt } }: { transfer: Transfer }) => (
  <li className={classes.row}>
    <span>
      <MovementLink type={transferType} code={id}>
        Transfer to {partyName(receiver)}
      </MovementLink>
      <span className={classes.when}>
        Waits
        {leavesAt !== null && (
          <>
            {' '}
            until <Moment at={leavesAt} />
          </>
        )}
        , and can be cancelled
      </span>
    </span>
    <Amount value={`−${total}`} asset={asset} decimals={decimalsOf(asset)} />
  </li>
)

/** What is set aside and has not left. It is no movement yet, so it stands above them; nothing stands there otherwise. */
export const WaitingTransfers = () => {
  const { data = [] } = useWaitingTransfers()
  if (data.length === 0) return null
  return (
    <section className={classes.waiting} aria-labelledby="waiting-title">
      <h2 id="waiting-title" className={classes.title}>
        Waiting
      </h2>
      <ul className={classes.list}>
        {data.map((transfer) => (
          <Row key={transfer.id} transfer={transfer} />
        ))}
      </ul>
    </section>
  )
}
