import type { InputOf } from '@ingot/endpoints/endpoint'
import type { DeliveryAddress, PostalAddress, Withdrawal } from '@ingot/endpoints/withdrawal-fields'
import {
  addDeliveryAddress,
  cancelWithdrawal,
  cancelWithdrawalByMail,
  chooseBars,
  disputeWithdrawal,
  listWithdrawals,
  readWithdrawal,
  readWithdrawalOffer,
  releaseBars,
  releaseParcel,
  removeDeliveryAddress,
  withdrawalFile,
} from '@ingot/endpoints/withdrawals'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { runSensitiveAction } from '../../lib/sensitive-action.ts'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'
import { addressLine } from './withdrawal-words.ts'

/** Others choose bars too, and there is one vault for all. */
const offerPoll = 20_000
const followPoll = 15_000
const quietPoll = 60_000

const offerKey = ['withdrawals', 'offer'] as const

/** Which bars can be had now, what can be given for them, and what stands in the way. */
export const useOffer = () =>
  useQuery({
    queryKey: offerKey,
    queryFn: async ({ signal }) => (await request(readWithdrawalOffer, {}, signal)).data,
    refetchInterval: offerPoll,
    refetchOnWindowFocus: true,
  })

export type Offer = NonNullable<ReturnType<typeof useOffer>['data']>

export type WantedBars = InputOf<typeof chooseBars>['body']

const askAgain = (client: QueryClient) => () => client.invalidateQueries({ queryKey: ['withdrawals'] })

/** The choice stands on the page at once; everything else of it is asked for again. */
export const useChooseBars = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: WantedBars) => request(chooseBars, { body }),
    onSuccess: ({ data: choice }) => client.setQueryData<Offer>(offerKey, (offer) => offer && { ...offer, choice }),
    onSettled: askAgain(client),
  })
}

export const useReleaseBars = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(releaseBars, { params: { id } }),
    onSettled: askAgain(client),
  })
}

/** Undefined when the customer gave the question up. An address is not kept in the browser until it is answered. */
export const useAddAddress = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PostalAddress) =>
      runSensitiveAction(
        addDeliveryAddress,
        { body },
        (operation) => request(addDeliveryAddress, { body: body as never, operation }),
        `Add the address ${addressLine(body)}`,
      ),
    onSettled: askAgain(client),
  })
}

export const useRemoveAddress = ({ id }: Pick<DeliveryAddress, 'id'>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request(removeDeliveryAddress, { params: { id } }),
    onSettled: askAgain(client),
  })
}

const ended: readonly Withdrawal['state'][] = ['Delivered', 'Replaced', 'Credited', 'Refused', 'Cancelled']

const isUnderWay = ({ state }: Pick<Withdrawal, 'state'>) => !ended.includes(state)

export type WithdrawalFilter = FilterOf<typeof listWithdrawals>

export const useWithdrawals = (filter: WithdrawalFilter) =>
  useList(listWithdrawals, {
    key: ['withdrawals', 'list'],
    filter,
    pollOf: (withdrawals) => (withdrawals.some(isUnderWay) ? followPoll : quietPoll),
  })

export const useDownloadWithdrawals = () => useDownload(withdrawalFile, 'withdrawals.csv')

/** One withdrawal; null when the customer has none at this address. */
export const useWithdrawal = (id: string) =>
  useQuery({
    queryKey: ['withdrawals', 'one', id],
    queryFn: ({ signal }) => orNull(request(readWithdrawal, { params: { id } }, signal)),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? followPoll : quietPoll),
    refetchOnWindowFocus: true,
  })

/** Sent again it does no harm. Whatever came of it, balances and withdrawals may be other ones now. */
export const useCancelWithdrawal = ({ id }: Pick<Withdrawal, 'id'>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request(cancelWithdrawal, { params: { id }, operation: crypto.randomUUID() }),
    onSettled: () => client.invalidateQueries(),
  })
}

export const useDispute = ({ id }: Pick<Withdrawal, 'id'>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (words: string) =>
      request(disputeWithdrawal, { params: { id }, body: { words }, operation: crypto.randomUUID() }),
    onSettled: askAgain(client),
  })
}

export const useCancelByMail = () =>
  useMutation({ mutationFn: (token: string) => request(cancelWithdrawalByMail, { body: { token } }) })

export const useReleaseParcel = (token: string) =>
  useMutation({ mutationFn: (code: string) => request(releaseParcel, { body: { token, code } }) })
