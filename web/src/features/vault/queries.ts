import { listApprovals } from '@ingot/endpoints/approvals'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { barFile, checkBars, listBars, readVault } from '@ingot/endpoints/vault'
import { useMutation, useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'

export type BarFilter = FilterOf<typeof listBars>
export type Checked = ReplyOf<typeof checkBars>['data']
export type VaultSums = ReplyOf<typeof readVault>['data']

export const useVault = () =>
  useQuery({
    queryKey: ['vault', 'sums'],
    queryFn: async ({ signal }) => (await request(readVault, {}, signal)).data,
  })

export const useBars = (filter: BarFilter) => useList(listBars, { key: ['vault', 'bars'], filter })

export const useDownloadBars = () => useDownload(barFile, 'bars.csv')

/** The newest list alone counts: what was checked is what is asked for. */
export const useCheckBars = () =>
  useMutation({ mutationFn: async (csv: string) => ({ csv, ...(await request(checkBars, { body: { csv } })).data }) })

const actions = ['take-in-bars', 'take-out-bar']

/** What waits for another operator and concerns bars, as far as the newest requests tell. */
export const useAskedBars = () =>
  useQuery({
    queryKey: ['approvals', 'about', 'vault'],
    queryFn: async ({ signal }) => (await request(listApprovals, { query: { show: 'open' } }, signal)).data,
    select: (open) => open.filter(({ action }) => actions.includes(action)),
  })
