import { listApprovals } from '@ingot/endpoints/approvals'
import { decideQueued } from '@ingot/endpoints/desk'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { readPool } from '@ingot/endpoints/staking'
import { listReconciliations, readTreasury } from '@ingot/endpoints/treasury'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { type FilterOf, useList } from '../../lib/use-list.ts'

/** Trades and the chain go on while somebody looks. */
const poll = 30_000

export type Treasury = ReplyOf<typeof readTreasury>['data']
export type Stock = Treasury['stocks'][number]
export type Tranche = Treasury['tranches'][number]
export type Suspended = Treasury['suspense'][number]
export type Show = NonNullable<FilterOf<typeof listReconciliations>['show']>

export const useTreasury = () =>
  useQuery({
    queryKey: ['treasury'],
    queryFn: async ({ signal }) => (await request(readTreasury, {}, signal)).data,
    refetchInterval: poll,
  })

export type Pool = ReplyOf<typeof readPool>['data']
export type Fees = Pool['fees'][number]

export const usePool = () =>
  useQuery({
    queryKey: ['treasury', 'pool'],
    queryFn: async ({ signal }) => (await request(readPool, {}, signal)).data,
    refetchInterval: poll,
  })

export const useReconciliations = (show: Show) =>
  useList(listReconciliations, { key: ['reconciliations'], filter: { show }, pollOf: () => poll })

/** Tranches that wait for an approval: they have names of their own, by which nobody could look for them. */
export const useAskedTranches = () =>
  useQuery({
    queryKey: ['approvals', 'tranches'],
    queryFn: async ({ signal }) => (await request(listApprovals, { query: { show: 'open' } }, signal)).data,
    select: (open) => open.filter(({ action }) => action === 'issue-tranche'),
  })

export const useStopIssuing = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      request(decideQueued, {
        params: { queue: 'reconciliation', id: 'issuing' },
        body: { action: 'stop-issuing', reason },
      }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['treasury'] }),
        client.invalidateQueries({ queryKey: ['queue', 'reconciliation'] }),
        client.invalidateQueries({ queryKey: ['desk'] }),
      ]),
  })
}
