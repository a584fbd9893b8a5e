import { claimToken, listRewardRequests, withdrawRequest } from '@ingot/endpoints/staking'
import type { RequestKind, RewardRequest } from '@ingot/endpoints/staking-fields'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { amountWords } from './amount-words.ts'
import { request } from './call.ts'
import { performTransaction, type Transaction } from './transaction.ts'
import { useList } from './use-list.ts'

// What is asked for of rewards, whether they come from stakes or from bringing others: one call claims both.

/** One that waits is decided at any time. */
const waitingPoll = 10_000
const usualPoll = 60_000

export const isWaiting = ({ state }: Pick<RewardRequest, 'state'>): boolean => state === 'Requested'

/** The customer's own requests of one kind. */
export const useRequests = (kind: RequestKind) =>
  useList(listRewardRequests, {
    key: [kind === 'stake' ? 'staking' : 'rewards', 'requests'],
    filter: { kind },
    pollOf: (requests) => (requests.some(isWaiting) ? waitingPoll : usualPoll),
  })

/** Sent again it does no harm. */
export const useWithdraw = ({ id }: Pick<RewardRequest, 'id'>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request(withdrawRequest, { params: { id }, operation: crypto.randomUUID() }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['staking'] }),
        client.invalidateQueries({ queryKey: ['rewards'] }),
      ]),
  })
}

/** What was asked for, and what comes next. */
export const askedWords = ({ kind, asset, units }: RewardRequest): string => {
  const of = kind === 'stake' ? 'what has vested' : 'your rewards for bringing others'
  return `You asked for ${amountWords({ asset, amount: units })} of ${of}.\nWe check it, usually within a working day. Until then you can take it back.`
}

/** Nothing leaves before it is decided, so it waits for no hash. */
export const claiming: Transaction<typeof claimToken> = {
  endpoint: claimToken,
  movementOf: () => null,
  title: () => 'Your claim is with us',
  describe: ({ data }) => askedWords(data),
}

/** Asks for what can be had of a stake, or of all rewards of one asset. */
export const performClaim = (rewardid: string, sum: { asset: string; amount: string }) =>
  performTransaction(claiming, { body: { rewardid } }, `Claim ${amountWords(sum)}`)
