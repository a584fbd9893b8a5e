import type { BodyOf, QueryOf } from '@ingot/endpoints/endpoint'
import {
  cancelAddressByMail,
  cancelTransferByMail,
  downloadMovements,
  freezeOutgoingByMail,
  listMovements,
  listTransfers,
  readMovement,
  readReceipt,
} from '@ingot/endpoints/wallet'
import type { MovementState, Transfer } from '@ingot/endpoints/wallet-fields'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { call, request } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { saveFile } from '../../lib/save-file.ts'
import { tellValueMoved } from '../../lib/value-moved.ts'

/** How often what is still on its way is asked for; only in a tab that is looked at. */
const followEvery = 3_000
const waitingPoll = 15_000
const listPoll = 15_000
/** A transfer that waits is among the newest; an older one is not looked for longer than this. */
const mostTransferPages = 10

const finalStates: readonly MovementState[] = ['posted', 'confirmed', 'returned']

const isFinal = (state: MovementState) => finalStates.includes(state)

export type MovementFilter = Omit<QueryOf<typeof listMovements>, 'cursor'>

export const useMovements = (filter: MovementFilter) =>
  useInfiniteQuery({
    queryKey: ['movements', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      request(listMovements, { query: pageParam === null ? filter : { ...filter, cursor: pageParam } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.cursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(({ state }) => !isFinal(state))) ? listPoll : false,
  })

export const useDownloadMovements = () =>
  useMutation({
    mutationFn: async (query: QueryOf<typeof downloadMovements>) => {
      const text = await request(downloadMovements, { query })
      saveFile('transactions.csv', new Blob([text as string], { type: 'text/csv' }))
    },
  })

/** What nobody has under this code is an answer too. */
const orNull = async <T>(asked: Promise<{ data: T }>): Promise<T | null> => {
  try {
    return (await asked).data
  } catch (failure) {
    if (failure instanceof CallError && failure.name === 'NotFound') return null
    throw failure
  }
}

/** Asks again until nothing more will change. */
const followUntilFinal = {
  refetchInterval: ({ state: { data } }: { state: { data?: { state: MovementState } | null | undefined } }) =>
    data && !isFinal(data.state) ? followEvery : (false as const),
  refetchOnWindowFocus: true,
  staleTime: followEvery,
}

/** One movement; null when the customer has none with this code. */
export const useMovement = (code: string) =>
  useQuery({
    queryKey: ['movements', 'one', code],
    queryFn: ({ signal }) => orNull(request(readMovement, { params: { code } }, signal)),
    ...followUntilFinal,
  })

/** A receipt; null when there is none at this address. */
export const useReceipt = (id: string, transactionType: string) =>
  useQuery({
    queryKey: ['receipt', id, transactionType],
    queryFn: ({ signal }) => orNull(request(readReceipt, { params: { id, transactionType } }, signal)),
    ...followUntilFinal,
  })

const findTransfer = async (id: string, signal: AbortSignal): Promise<Transfer | null> => {
  let cursor: string | null = null
  for (let page = 0; page < mostTransferPages; page++) {
    const { data, meta }: { data: Transfer[]; meta: { cursor: string | null } } = await request(
      listTransfers,
      { query: cursor === null ? {} : { cursor } },
      signal,
    )
    const found = data.find((transfer) => transfer.id === id)
    if (found || meta.cursor === null) return found ?? null
    cursor = meta.cursor
  }
  return null
}

/** A transfer that has no movement yet, by its own id; null when the customer has none with it. */
export const useTransfer = (id: string) =>
  useQuery({
    queryKey: ['transfers', 'one', id],
    queryFn: ({ signal }) => findTransfer(id, signal),
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? waitingPoll : false),
    refetchOnWindowFocus: true,
  })

type Link = BodyOf<typeof freezeOutgoingByMail>['token']

export const useFreezeByMail = () =>
  useMutation({
    mutationFn: (token: Link) => call(freezeOutgoingByMail, { body: { token } }),
    onSuccess: tellValueMoved,
  })

export const useCancelTransferByMail = () =>
  useMutation({
    mutationFn: (token: Link) => call(cancelTransferByMail, { body: { token } }),
    onSuccess: tellValueMoved,
  })

export const useCancelAddressByMail = () =>
  useMutation({
    mutationFn: (token: Link) => call(cancelAddressByMail, { body: { token } }),
    onSuccess: tellValueMoved,
  })
