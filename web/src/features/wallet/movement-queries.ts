import { makeReceipt } from '@ingot/endpoints/documents'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import {
  cancelAddressByMail,
  cancelTransferByMail,
  downloadMovements,
  freezeOutgoingByMail,
  listTransfers,
  readReceipt,
} from '@ingot/endpoints/wallet'
import type { Transfer } from '@ingot/endpoints/wallet-fields'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { ownWish } from '../../lib/paper-wish.ts'
import { useSession } from '../../lib/session.ts'
import { useDownload, walkList } from '../../lib/use-list.ts'
import { followUntilFinal, oneMovement } from '../../lib/use-movement.ts'
import { tellValueMoved } from '../../lib/value-moved.ts'

const waitingPoll = 15_000
/** A transfer that waits is among the newest; an older one is not looked for longer than this. */
const mostTransferPages = 10

export const useDownloadMovements = () => useDownload(downloadMovements, 'transactions.csv')

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
