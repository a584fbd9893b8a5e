import type { RewardRequest } from '@ingot/endpoints/staking-fields'
import { RewardRequestRow } from '../../ui/reward-request-row.tsx'
import { partWords, requestStanding, requestTitle } from './stake-words.ts'

/** What was asked for of the reward of stakes. */
export const RequestRow = ({ request }: { request: RewardRequest }) => (
  <RewardRequestRow
    request={request}
    title={requestTitle(request)}
    about={partWords(request)}
    standing={requestStanding}
  />
)
