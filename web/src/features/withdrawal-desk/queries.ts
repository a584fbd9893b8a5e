import type { BodyOf, Endpoint } from '@ingot/endpoints/endpoint'
import {
  addWithdrawalPhoto,
  deliverWithdrawal,
  handOverWithdrawal,
  labelOfWithdrawal,
  listDeskWithdrawals,
  loseWithdrawal,
  packWithdrawal,
  readDeskWithdrawal,
  readWithdrawalPhoto,
  readyWithdrawal,
  renewReleaseCode,
  returnWithdrawal,
  sendWithdrawal,
} from '@ingot/endpoints/withdrawal-desk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { useKeptKey } from '../../lib/use-kept-key.ts'
import { type FilterOf, useList } from '../../lib/use-list.ts'

export type WithdrawalFilter = FilterOf<typeof listDeskWithdrawals>

/** Requests come in and parcels are on their way while somebody looks. */
const poll = 15_000

const oneKey = (id: string) => ['withdrawal-desk', 'one', id]

export const useWithdrawals = (filter: WithdrawalFilter) =>
  useList(listDeskWithdrawals, { key: ['withdrawal-desk', 'list'], filter, pollOf: () => poll })

/** Null where there is none. Each reading of an address is recorded, so it is asked for once and after each act, not by the clock. */
export const useWithdrawal = (id: string) =>
  useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => orNull(request(readDeskWithdrawal, { params: { id } }, signal)),
    staleTime: 0,
  })

/** Whatever came of it: the page, the lists and the queue may show something else now. */
const useRefresh = () => {
  const client = useQueryClient()
  return () =>
    Promise.all(['withdrawal-desk', 'vault', 'desk'].map((key) => client.invalidateQueries({ queryKey: [key] })))
}

type Changing = Endpoint & { idempotent: true }

/** An act that stays the same one when it is pressed again after a lost answer. */
const useAct = <Body extends object>(endpoint: Changing, id: string) => {
  const { keyOf, forget } = useKeptKey()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (body: Body | undefined) => {
      await request<Endpoint>(endpoint, {
        params: { id },
        ...(body && { body }),
        operation: keyOf(body ?? {}),
      } as never)
    },
    onSuccess: forget,
    onSettled: refresh,
  })
}

export const useSend = (id: string) => useAct<BodyOf<typeof sendWithdrawal>>(sendWithdrawal, id)
export const useReady = (id: string) => useAct<never>(readyWithdrawal, id)
export const useReturn = (id: string) => useAct<BodyOf<typeof returnWithdrawal>>(returnWithdrawal, id)
export const useNewCode = (id: string) => useAct<BodyOf<typeof renewReleaseCode>>(renewReleaseCode, id)
export const useDelivered = (id: string) => useAct<BodyOf<typeof deliverWithdrawal>>(deliverWithdrawal, id)
export const useLose = (id: string) => useAct<BodyOf<typeof loseWithdrawal>>(loseWithdrawal, id)

/** Each press is a request of its own: it has a code in it that works once. */
const useOnce = <Body extends object>(endpoint: Changing, id: string) => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (body: Body) => {
      await request<Endpoint>(endpoint, { params: { id }, body, operation: crypto.randomUUID() } as never)
    },
    onSettled: refresh,
  })
}

export const usePack = (id: string) => useOnce<BodyOf<typeof packWithdrawal>>(packWithdrawal, id)
export const useHandOver = (id: string) => useOnce<BodyOf<typeof handOverWithdrawal>>(handOverWithdrawal, id)

const blobOf = (bytes: unknown, type: string) => new Blob([bytes as Uint8Array<ArrayBuffer>], { type })

/** Each opening is recorded, so nothing of it is kept for another time. */
export const useLabel = (id: string) =>
  useMutation({
    mutationFn: async () => blobOf(await request(labelOfWithdrawal, { params: { id } }), 'application/pdf'),
  })

export const useAddPhoto = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => request(addWithdrawalPhoto, { params: { id }, body: { file } }),
    onSettled: () => client.invalidateQueries({ queryKey: oneKey(id) }),
  })
}

/** The same picture ever after. */
export const usePhoto = (id: string, photo: string) =>
  useQuery({
    queryKey: ['withdrawal-photo', id, photo],
    queryFn: async ({ signal }) =>
      blobOf(await request(readWithdrawalPhoto, { params: { id, photo } }, signal), 'image/webp'),
    staleTime: Number.POSITIVE_INFINITY,
  })
