import { PagedList } from '../../ui/paged-list.tsx'
import { useEndedTransfers } from './sending/queries.ts'
import { TransferRow } from './sending/transfer-row.tsx'
import classes from './transactions-waiting.module.css'

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
        {(transfer) => <TransferRow key={transfer.id} transfer={transfer} />}
      </PagedList>
    </section>
  )
}
