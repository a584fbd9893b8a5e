import {
  actOnCustomer,
  decideQueued,
  listQueue,
  readCustomer,
  readDesk,
  readPersonalData,
  searchCustomers,
  takeQueued,
} from '@ingot/endpoints/desk'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { listRewardRequests } from '@ingot/endpoints/staking'
import { listCustomerUploads, openUpload } from '@ingot/endpoints/uploads'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { type FilterOf, useList } from '../../lib/use-list.ts'

/** How often what waits is asked for; only in a tab that is looked at. */
const deskPoll = 30_000

export type Desk = ReplyOf<typeof readDesk>['data']
export type CustomerSheet = ReplyOf<typeof readCustomer>['data']
export type Choice = CustomerSheet['choices'][number]

export const useDesk = () =>
  useQuery({
    queryKey: ['desk'],
    queryFn: async ({ signal }) => (await request(readDesk, {}, signal)).data,
    refetchInterval: deskPoll,
    refetchOnWindowFocus: true,
  })

export type QueueFilter = FilterOf<typeof listQueue>

export const useQueue = (queue: string, filter: QueueFilter) =>
  useList(listQueue, { key: ['queue', queue], params: { queue }, filter, pollOf: () => deskPoll })

/** What customers asked to be paid of their rewards, decided or not. */
export const useRewardRequests = (filter: FilterOf<typeof listRewardRequests>) =>
  useList(listRewardRequests, { key: ['queue', 'reward-requests', 'all'], filter, pollOf: () => deskPoll })

/** The others see who is on it. */
export const useTakeQueued = (queue: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, taken }: { id: string; taken: boolean }) =>
      request(takeQueued, { params: { queue, id }, body: { taken } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['queue', queue] }),
  })
}

/** What was decided leaves the queue, and the figures that count it. */
export const useDecideQueued = (queue: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; action: string; reason: string }) =>
      request(decideQueued, { params: { queue, id }, body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['queue', queue] }),
        client.invalidateQueries({ queryKey: ['desk'] }),
      ]),
  })
}

export const useCustomers = (search: string) =>
  useList(searchCustomers, { key: ['operator-customers'], filter: { search: search || undefined } })

/** The first few whose name or address begins so. */
export const useCustomersFound = (search: string) =>
  useQuery({
    queryKey: ['operator-customers', 'found', search],
    queryFn: async ({ signal }) => (await request(searchCustomers, { query: { search } }, signal)).data,
    enabled: search !== '',
  })

export const useCustomer = (id: string) =>
  useQuery({
    queryKey: ['operator-customer', id],
    queryFn: async ({ signal }) => (await request(readCustomer, { params: { id } }, signal)).data,
    refetchOnWindowFocus: true,
  })

export const useActOnCustomer = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { action: string; reason: string }) => request(actOnCustomer, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['operator-customer', id] }),
  })
}

/** Nothing of it is kept: whoever looks again gives a reason again. */
export const usePersonalData = (id: string) =>
  useMutation({
    mutationFn: async (reason: string) => (await request(readPersonalData, { params: { id }, body: { reason } })).data,
    gcTime: 0,
  })

/** What the customer has sent us, as far as the role may open it. */
export const useCustomerUploads = (id: string) =>
  useList(listCustomerUploads, { key: ['operator-uploads', id], params: { id }, filter: {} })

/** Each opening is recorded, so nothing of it is kept for another time. */
export const useOpenUpload = (customer: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      const bytes = await request(openUpload, { params: { id } })
      saveFile(name, new Blob([bytes as Uint8Array<ArrayBuffer>]))
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['operator-customer', customer] }),
  })
}
