import { useWaitingTransfers } from './sending/queries.ts'
import { TransferRow } from './sending/transfer-row.tsx'
import classes from './transactions-waiting.module.css'

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
          <TransferRow key={transfer.id} transfer={transfer} />
        ))}
      </ul>
    </section>
  )
}
