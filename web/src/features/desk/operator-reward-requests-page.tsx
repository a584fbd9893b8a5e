import { AllRewardRequests } from './all-reward-requests.tsx'
import { Queue } from './queue.tsx'

/** What customers ask to be paid of their rewards: first what waits, then all of it with what became of it. */
export const OperatorRewardRequestsPage = () => (
  <>
    <Queue queue="reward-requests" address="/reward-requests" />
    <AllRewardRequests />
  </>
)
