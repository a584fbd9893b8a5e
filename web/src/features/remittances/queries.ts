import { dollars, type Remittance } from '@ingot/endpoints/bank-fields'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import {
  addSlip,
  announceRemittance,
  cancelRemittance,
  listRemittances,
  readRemittance,
  readRemitting,
  remittanceFile,
  returnRemittance,
} from '@ingot/endpoints/remittances'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { useKeptKey } from '../../lib/use-kept-key.ts'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'

const estimatePoll = 15_000
const remittancePoll = 10_000
const quietPoll = 60_000

/** What can be remitted, and what an amount would come to at this moment. The estimate before stays until the next is there. */
export const useRemitting = (amount: string | undefined) => {
  const asked = dollars.safeParse(amount).success ? amount : undefined
  return useQuery({
    queryKey: ['remittances', 'rules', asked],
    queryFn: async ({ signal }) => (await request(readRemitting, { query: { amount: asked } }, signal)).data,
    placeholderData: keepPreviousData,
    refetchInterval: asked === undefined ? quietPoll : estimatePoll,
  })
}

export type Remitting = NonNullable<ReturnType<typeof useRemitting>['data']>

const isUnderWay = ({ state }: Remittance) => ['Announced', 'Received', 'Held', 'Returning'].includes(state)

export type RemittanceFilter = FilterOf<typeof listRemittances>

export const useRemittances = (filter: RemittanceFilter) =>
  useList(listRemittances, {
    key: ['remittances', 'list'],
    filter,
    pollOf: (remittances) => (remittances.some(isUnderWay) ? remittancePoll : quietPoll),
  })

export const useDownloadRemittances = () => useDownload(remittanceFile, 'remittances.csv')

/** One remittance; null when the customer has none at this address. */
export const useRemittance = (id: string) =>
  useQuery({
    queryKey: ['remittances', 'one', id],
    queryFn: ({ signal }) => orNull(request(readRemittance, { params: { id } }, signal)),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? remittancePoll : false),
    refetchOnWindowFocus: true,
  })

export type Announcement = BodyOf<typeof announceRemittance>

export const useAnnounce = () => {
  const client = useQueryClient()
  const { keyOf, forget } = useKeptKey()
  return useMutation({
    mutationFn: (body: Announcement) => request(announceRemittance, { body, operation: keyOf(body) }),
    onSuccess: ({ data }) => {
      forget()
      client.setQueryData(['remittances', 'one', data.id], data)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['remittances'] }),
  })
}

/** Each may be sent again without harm. Whatever came of it, the page then shows how the remittance stands. */
const useAct = <Input>({ id }: Remittance, act: (input: Input) => Promise<{ data: Remittance }>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: ({ data }) => client.setQueryData(['remittances', 'one', id], data),
    onSettled: () => client.invalidateQueries({ queryKey: ['remittances'] }),
  })
}

export const useAddSlip = (remittance: Remittance) =>
  useAct(remittance, (upload: string) =>
    request(addSlip, { params: { id: remittance.id }, body: { upload }, operation: crypto.randomUUID() }),
  )

export const useCancelRemittance = (remittance: Remittance) =>
  useAct(remittance, () => request(cancelRemittance, { params: { id: remittance.id }, operation: crypto.randomUUID() }))

export const useReturnRemittance = (remittance: Remittance) =>
  useAct(remittance, () => request(returnRemittance, { params: { id: remittance.id }, operation: crypto.randomUUID() }))
