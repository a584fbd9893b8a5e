import { FailedState } from '../../../ui/states.tsx'
import { useWaitingTransfers } from '../sending/queries.ts'
import { TransferRow } from '../sending/transfer-row.tsx'
import { PanelPart } from './panel-part.tsx'
import classes from './waiting-transfers.module.css'

/** What is set aside until it leaves, with a way to cancel it. Most of the time there is nothing, and no heading. */
export const WaitingTransfers = () => {
  const { data, isError, isFetching, refetch } = useWaitingTransfers()
  if (!data)
    return (
      isError && (
        <FailedState title="Waiting transfers: —" isRetrying={isFetching} onRetry={() => void refetch()}>
          They could not be loaded.
        </FailedState>
      )
    )
  if (data.length === 0) return null
  return (
    <PanelPart id="waiting-transfers" title="Waiting to leave">
      <ul className={classes.list}>
        {data.map((transfer) => (
          <TransferRow key={transfer.id} transfer={transfer} canCancel />
        ))}
      </ul>
    </PanelPart>
  )
}
