import { useRequests } from '../../lib/reward-requests.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { RewardRequestRow } from '../../ui/reward-request-row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { countWords, requestStanding, requestTitle } from './reward-words.ts'

/** What was asked for of rewards for bringing others, newest first. */
export const RequestList = () => (
  <PagedList
    what="requests"
    label="Your requests"
    query={useRequests('referral')}
    empty={<EmptyState title="No requests yet">What you claim of your rewards is listed here.</EmptyState>}
  >
    {(request) => (
      <RewardRequestRow
        key={request.id}
        request={request}
        title={requestTitle(request)}
        about={countWords(request)}
        standing={requestStanding}
      />
    )}
  </PagedList>
)
