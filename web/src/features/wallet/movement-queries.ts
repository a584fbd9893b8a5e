import { makeReceipt } from '@ingot/endpoints/documents'
import type { BodyOf } from '@ingot/endpoints/endpoint'
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
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call, request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { ownWish } from '../../lib/paper-wish.ts'
import { useSession } from '../../lib/session.ts'
import { type FilterOf, useDownload, useList, walkList } from '../../lib/use-list.ts'
import { tellValueMoved } from '../../lib/value-moved.ts'

/** How often what is still on its way is asked for; only in a tab that is looked at. */
const followEvery = 3_000
const waitingPoll = 15_000
const listPoll = 15_000
/** A transfer that waits is among the newest; an older one is not looked for longer than this. */
const mostTransferPages = 10

const finalStates: readonly MovementState[] = ['posted', 'confirmed', 'returned']

const isFinal = (state: MovementState) => finalStates.includes(state)

export type MovementFilter = FilterOf<typeof listMovements>

export const useMovements = (filter: MovementFilter) =>
  useList(listMovements, {
    key: ['movements', 'list'],
    filter,
    pollOf: (movements) => movements.some(({ state }) => !isFinal(state)) && listPoll,
  })

export const useDownloadMovements = () => useDownload(downloadMovements, 'transactions.csv')

/** Asks again until nothing more will change. */
const followUntilFinal = {
  refetchInterval: ({ state: { data } }: { state: { data?: { state: MovementState } | null | undefined } }) =>
    data && !isFinal(data.state) ? followEvery : (false as const),
  refetchOnWindowFocus: true,
  staleTime: followEvery,
}

const oneMovement = (code: string) =>
  queryOptions({
    queryKey: ['movements', 'one', code],
    queryFn: ({ signal }) => orNull(request(readMovement, { params: { code } }, signal)),
  })

/** One movement; null when the customer has none with this code. */
export const useMovement = (code: string) => useQuery({ ...oneMovement(code), ...followUntilFinal })

/** Whether whoever looks at a receipt may have it as a document; not before it is known. */
export const useIsOwnMovement = (id: string): boolean => {
  const isVerified = useSession((session) => session.isAuthenticated && session.info?.kycVerified === 'Verified')
  const { data } = useQuery({ ...oneMovement(id), enabled: isVerified })
  return isVerified && !!data
}

/** A receipt; null when there is none at this address. */
export const useReceipt = (id: string, transactionType: string) =>
  useQuery({
    queryKey: ['receipt', id, transactionType],
    queryFn: ({ signal }) => orNull(request(readReceipt, { params: { id, transactionType } }, signal)),
    ...followUntilFinal,
  })

/** The receipt as a document, numbered and signed; asked for again, it is the same one. Undefined where it failed, which was said. */
export const useMakeReceipt = () =>
  useMutation({
    mutationFn: async (movement: string) => (await call(makeReceipt, { body: { movement, ...ownWish() } }))?.data,
  })

const findTransfer = async (id: string, signal: AbortSignal): Promise<Transfer | null> => {
  const transfers = walkList(listTransfers, {}, { mostPages: mostTransferPages, signal })
  for await (const transfer of transfers) if (transfer.id === id) return transfer
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
