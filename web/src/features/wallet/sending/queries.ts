import type { BodyOf } from '@ingot/endpoints/endpoint'
import {
  cancelTransfer,
  freezeOutgoing,
  listAddresses,
  listTransfers,
  listUsdauTransfers,
  quoteTransfer,
  readSending,
  removeAddress,
  unfreezeOutgoing,
} from '@ingot/endpoints/wallet'
import type { SendableAsset, Transfer } from '@ingot/endpoints/wallet-fields'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/call.ts'
import { CallError } from '../../../lib/call-error.ts'
import { useList, walkList } from '../../../lib/use-list.ts'

const sendingPoll = 15_000
const transferPoll = 5_000
const quietPoll = 30_000
const quoteLife = 30_000
const quoteRetry = 10_000
/** More than these have waiting is nobody's own doing. */
const mostWaitingPages = 4

/** Whether the account can send now, and within which limits. */
export const useSending = () =>
  useQuery({
    queryKey: ['sending'],
    queryFn: async ({ signal }) => (await request(readSending, {}, signal)).data,
    refetchInterval: sendingPoll,
    refetchOnWindowFocus: true,
  })

export type Sending = NonNullable<ReturnType<typeof useSending>['data']>

export type WantedTransfer = { asset: SendableAsset; receiver: string; amount: string }

const nothingWanted: WantedTransfer = { asset: 'USDT', receiver: '', amount: '' }

/** No answer, a busy server or too many questions: that passes. A receiver who is unknown stays so. */
const passesByItself = (failure: Error) =>
  failure instanceof CallError && (failure.status === undefined || failure.status === 429 || failure.status >= 500)

const quoteQuery = (wanted: WantedTransfer) =>
  queryOptions({
    queryKey: ['transfer-quote', wanted],
    queryFn: async ({ signal }) => (await request(quoteTransfer, { query: wanted }, signal)).data,
    gcTime: 0,
    staleTime: quoteLife,
    retry: false,
  })

/** What the transfer would come to; the one before stays in sight until the next has come, so that nothing jumps. */
export const useTransferQuote = (wanted: WantedTransfer | null) =>
  useQuery({
    ...quoteQuery(wanted ?? nothingWanted),
    enabled: wanted !== null,
    placeholderData: (before) => (wanted ? before : undefined),
    refetchInterval: ({ state }) => (state.error ? passesByItself(state.error) && quoteRetry : quoteLife),
  })

export type TransferQuote = NonNullable<ReturnType<typeof useTransferQuote>['data']>

const isUnderWay = ({ state }: Transfer) => ['waiting', 'queued', 'sent'].includes(state)

const pollOf = (transfers: readonly Transfer[]) => (transfers.some(isUnderWay) ? transferPoll : quietPoll)

const readWaiting = async (signal: AbortSignal): Promise<Transfer[]> => {
  const found: Transfer[] = []
  const transfers = walkList(listTransfers, { state: 'waiting' }, { mostPages: mostWaitingPages, signal })
  for await (const transfer of transfers) found.push(transfer)
  return found
}

/** What is set aside until it leaves, and can still be called off. */
export const useWaitingTransfers = () =>
  useQuery({
    queryKey: ['transfers', 'waiting'],
    queryFn: ({ signal }) => readWaiting(signal),
    refetchInterval: ({ state }) => pollOf(state.data ?? []),
  })

/** What was asked for and did not leave, newest first. */
export const useEndedTransfers = () =>
  useList(listTransfers, { key: ['transfers'], filter: { state: 'ended' }, pollOf: () => quietPoll })

export const useUsdauTransfers = () => useList(listUsdauTransfers, { key: ['transfers', 'USDAU'], filter: {}, pollOf })

export const useAddresses = () =>
  useQuery({
    queryKey: ['addresses'],
    queryFn: async ({ signal }) => (await request(listAddresses, {}, signal)).data,
  })

/** Whatever was done, and also when it failed: balances, transfers and addresses may all be other ones now. */
const useRefreshAll = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries()
}

export const useCancelTransfer = () =>
  useMutation({
    mutationFn: (id: string) => request(cancelTransfer, { params: { id } }),
    onSettled: useRefreshAll(),
  })

export const useRemoveAddress = () =>
  useMutation({
    mutationFn: (id: string) => request(removeAddress, { params: { id } }),
    onSettled: useRefreshAll(),
  })

export const useFreeze = () => useMutation({ mutationFn: () => request(freezeOutgoing), onSettled: useRefreshAll() })

export const useUnfreeze = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof unfreezeOutgoing>) => request(unfreezeOutgoing, { body }),
    onSuccess: useRefreshAll(),
  })
