import { PagedList } from '../../../ui/paged-list.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useUsdauTransfers } from './queries.ts'
import { TransferRow } from './transfer-row.tsx'

/** What was sent or asked for of USDAU, newest first, page by page. */
export const UsdauTransfers = () => (
  <PagedList
    what="requests"
    label="USDAU transfers"
    query={useUsdauTransfers()}
    empty={
      <EmptyState title="Nothing sent yet">
        Your requests are listed here with their state. A transfer to a new address waits first, and can be cancelled.
      </EmptyState>
    }
  >
    {(transfer) => <TransferRow key={transfer.id} transfer={transfer} canCancel />}
  </PagedList>
)
