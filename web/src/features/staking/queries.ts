import {
  listStakes,
  readLeaving,
  readStake,
  readStaking,
  renewStake,
  stakeFile,
  stayStaked,
} from '@ingot/endpoints/staking'
import type { Stake } from '@ingot/endpoints/staking-fields'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { isWaiting } from '../../lib/reward-requests.ts'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'

/** Others stake too, and the pool is one for all. */
const poolPoll = 30_000
/** What vests does so once a day; what was asked for is decided at any time. */
const stakePoll = 60_000
const requestPoll = 10_000

export const useStaking = () =>
  useQuery({
    queryKey: ['staking', 'terms'],
    queryFn: async ({ signal }) => (await request(readStaking, {}, signal)).data,
    refetchInterval: poolPoll,
    refetchOnWindowFocus: true,
  })

export type StakeFilter = FilterOf<typeof listStakes>

export const useStakes = (filter: StakeFilter) =>
  useList(listStakes, { key: ['staking', 'stakes'], filter, pollOf: () => stakePoll })

export const useDownloadStakes = () => useDownload(stakeFile, 'stakes.csv')

/** One stake; null when the customer has none at this address. */
export const useStake = (id: string) =>
  useQuery({
    queryKey: ['staking', 'one', id],
    queryFn: ({ signal }) => orNull(request(readStake, { params: { id } }, signal)),
    refetchInterval: ({ state: { data } }) => (data?.requests.some(isWaiting) ? requestPoll : stakePoll),
    refetchOnWindowFocus: true,
  })

/** As a quote it is not asked for again once something has moved: of a stake that is being left there is none. */
export const leavingKey = (id: string) => ['quote', 'leaving', id] as const

/** What leaving now would come to. */
export const useLeaving = (id: string) =>
  useQuery({
    queryKey: leavingKey(id),
    staleTime: 0,
    queryFn: async ({ signal }) => (await request(readLeaving, { params: { id } }, signal)).data,
    refetchInterval: stakePoll,
    retry: false,
  })

const askAgain = (client: QueryClient) => () => client.invalidateQueries({ queryKey: ['staking'] })

/** Sent again it does no harm, as all that follows. */
export const useStay = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request(stayStaked, { params: { id }, operation: crypto.randomUUID() }),
    onSettled: askAgain(client),
  })
}

export const useRenewal = ({ id }: Pick<Stake, 'id'>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (renews: boolean) =>
      request(renewStake, { params: { id }, body: { renews }, operation: crypto.randomUUID() }),
    onSettled: askAgain(client),
  })
}
