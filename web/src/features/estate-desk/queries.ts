import { searchCustomers } from '@ingot/endpoints/desk'
import type { BodyOf, Endpoint } from '@ingot/endpoints/endpoint'
import {
  acceptEstateFile,
  addEstateFile,
  askForPapers,
  checkEstate,
  findDeceased,
  listEstates,
  openEstateFile,
  openEstateStatement,
  readEstate,
  refuseEstate,
  reportDeathAsOperator,
  setBeneficiaries,
  waitForOwner,
} from '@ingot/endpoints/estate-desk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { useKeptKey } from '../../lib/use-kept-key.ts'
import { type FilterOf, useList } from '../../lib/use-list.ts'

type EstateFilter = FilterOf<typeof listEstates>

/** Reports come in while somebody looks. */
const poll = 30_000

export const useEstates = (filter: EstateFilter) =>
  useList(listEstates, { key: ['estate-desk', 'list'], filter, pollOf: () => poll })

/** Null where there is none. Each reading is recorded, so it is asked for once and after each act, not by the clock. */
export const useEstate = (id: string) =>
  useQuery({
    queryKey: ['estate-desk', 'one', id],
    queryFn: ({ signal }) => orNull(request(readEstate, { params: { id } }, signal)),
    staleTime: 0,
  })

/** Customers who may be meant. What was told does not change, so neither does this while somebody looks. */
export const useCandidates = (id: string) =>
  useQuery({
    queryKey: ['estate-candidates', id],
    queryFn: async ({ signal }) => (await request(findDeceased, { params: { id } }, signal)).data,
  })

/** The first few whose username or e-mail begins so. */
export const useFound = (search: string) =>
  useQuery({
    queryKey: ['operator-customers', 'found', search],
    queryFn: async ({ signal }) => (await request(searchCustomers, { query: { search } }, signal)).data,
    enabled: search !== '',
  })

/** Whatever came of it: the page, the lists and the queue may show something else now. */
const useRefresh = () => {
  const client = useQueryClient()
  return () => Promise.all(['estate-desk', 'desk'].map((key) => client.invalidateQueries({ queryKey: [key] })))
}

type Changing = Endpoint & { idempotent: true }

/** An act that stays the same one when it is pressed again after a lost answer. */
const useAct = <Body extends object>(endpoint: Changing, params: object) => {
  const { keyOf, forget } = useKeptKey()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (body: Body) => {
      await request<Endpoint>(endpoint, { params, body, operation: keyOf(body) } as never)
    },
    onSuccess: forget,
    onSettled: refresh,
  })
}

export const useCheck = (id: string) => useAct<BodyOf<typeof checkEstate>>(checkEstate, { id })
export const useWait = (id: string) => useAct<BodyOf<typeof waitForOwner>>(waitForOwner, { id })
export const useRefuse = (id: string) => useAct<BodyOf<typeof refuseEstate>>(refuseEstate, { id })
export const useAskForPapers = (id: string) => useAct<BodyOf<typeof askForPapers>>(askForPapers, { id })
export const useSetBeneficiaries = (id: string) => useAct<BodyOf<typeof setBeneficiaries>>(setBeneficiaries, { id })
export const useAcceptPaper = (id: string, file: string) =>
  useAct<BodyOf<typeof acceptEstateFile>>(acceptEstateFile, { id, file })

export const useReport = () => {
  const { keyOf, forget } = useKeptKey()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (body: BodyOf<typeof reportDeathAsOperator>) =>
      (await request(reportDeathAsOperator, { body, operation: keyOf(body) })).data,
    onSuccess: forget,
    onSettled: refresh,
  })
}

export const useAddPaper = (id: string) => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: BodyOf<typeof addEstateFile>) => request(addEstateFile, { params: { id }, body }),
    onSettled: refresh,
  })
}

/** Papers are kept as PDF or as WebP. */
const typeOf = ([first, second]: Uint8Array) => (first === 0x25 && second === 0x50 ? 'application/pdf' : 'image/webp')

/** Each opening is recorded, so nothing of it is kept for another time. */
export const useOpenStatement = (id: string) =>
  useMutation({
    mutationFn: async () => {
      const bytes = (await request(openEstateStatement, { params: { id } })) as Uint8Array<ArrayBuffer>
      return new Blob([bytes], { type: 'application/pdf' })
    },
  })

export const useOpenPaper = (id: string, file: string) =>
  useMutation({
    mutationFn: async () => {
      const bytes = (await request(openEstateFile, { params: { id, file } })) as Uint8Array<ArrayBuffer>
      return new Blob([bytes], { type: typeOf(bytes) })
    },
  })
