import { useRequests } from '../../lib/reward-requests.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RequestRow } from './request-row.tsx'

/** What was asked for of the rewards of stakes, newest first. */
export const RequestList = () => (
  <PagedList
    what="requests"
    label="Your requests"
    query={useRequests('stake')}
    empty={<EmptyState title="No requests yet">What you claim or sell of a reward is listed here.</EmptyState>}
  >
    {(request) => <RequestRow key={request.id} request={request} />}
  </PagedList>
)
