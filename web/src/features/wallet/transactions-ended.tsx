import type { Transfer } from '@ingot/endpoints/wallet-fields'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { partyName, transferType } from '../../lib/movement-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/moment.tsx'
import { MovementLink } from '../../ui/movement-link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { useEndedTransfers } from './sending/queries.ts'
import { transferStateWords } from './sending/transfer-words.ts'
import classes from './transactions-waiting.module.css'

const Row = ({ transfer: { id, asset, total, receiver, state, requestedAt, endedAt } }: { transfer: Transfer }) => (
  <li className={classes.row}>
    <span>
      <MovementLink type={transferType} code={id}>
        Transfer to {partyName(receiver)}
      </MovementLink>
      <span className={classes.when}>
        <Moment at={endedAt ?? requestedAt} /> · {transferStateWords[state]}
      </span>
    </span>
    <Amount value={total} asset={asset} decimals={decimalsOf(asset)} />
  </li>
)

/** What was asked for and did not leave. No movement came of it, so it stands below them; nothing stands there otherwise. */
export const EndedTransfers = () => {
  const query = useEndedTransfers()
  if (!query.data?.length) return null
  return (
    <section className={classes.ended} aria-labelledby="ended-title">
      <h2 id="ended-title" className={classes.title}>
        Not sent
      </h2>
      <PagedList what="transfers" query={query} empty={null}>
        {(transfer) => <Row key={transfer.id} transfer={transfer} />}
      </PagedList>
    </section>
  )
}
