import { dollars } from '@ingot/endpoints/bank-fields'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { Payment } from '@ingot/endpoints/payment-fields'
import {
  cancelPayment,
  listPayments,
  paymentFile,
  readPaying,
  readPayment,
  startPayment,
} from '@ingot/endpoints/payments'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { useKeptKey } from '../../lib/use-kept-key.ts'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'
import { isUndecided } from './payment-words.ts'

const estimatePoll = 15_000
/** No sooner than the server asks the processor again. */
const undecidedPoll = 3_000
const listPoll = 10_000
const quietPoll = 60_000

/** What can be paid by card, and what an amount would come to at this moment. The estimate before stays until the next is there. */
export const usePaying = (amount: string | undefined) => {
  const asked = dollars.safeParse(amount).success ? amount : undefined
  return useQuery({
    queryKey: ['payments', 'rules', asked],
    queryFn: async ({ signal }) => (await request(readPaying, { query: { amount: asked } }, signal)).data,
    placeholderData: keepPreviousData,
    refetchInterval: asked === undefined ? quietPoll : estimatePoll,
  })
}

export type Paying = NonNullable<ReturnType<typeof usePaying>['data']>

export const usePayments = (filter: FilterOf<typeof listPayments>) =>
  useList(listPayments, {
    key: ['payments', 'list'],
    filter,
    pollOf: (payments) => (payments.some(isUndecided) ? listPoll : quietPoll),
  })

export const useDownloadPayments = () => useDownload(paymentFile, 'card-payments.csv')

const keyOf = (id: string) => ['payments', 'one', id]

/** One payment as our server knows it; null when the customer has none of this name. Reading it has the processor asked. */
export const usePayment = (id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => orNull(request(readPayment, { params: { id } }, signal)),
    refetchInterval: ({ state: { data } }) => (data ? (isUndecided(data) ? undecidedPoll : quietPoll) : false),
    refetchOnWindowFocus: true,
    // Whoever comes back from the processor sees what became of it meanwhile, not what was known before.
    staleTime: 0,
  })

/** The other lists and limits follow from it. */
const useKept = () => {
  const client = useQueryClient()
  return {
    onSuccess: ({ data }: { data: Payment }) => client.setQueryData(keyOf(data.id), data),
    onSettled: () => client.invalidateQueries({ queryKey: ['payments'] }),
  }
}

export const useStartPayment = () => {
  const operation = useKeptKey()
  const { onSuccess, onSettled } = useKept()
  return useMutation({
    mutationFn: (body: BodyOf<typeof startPayment>) =>
      request(startPayment, { body, operation: operation.keyOf(body) }),
    onSuccess: (answer) => {
      operation.forget()
      onSuccess(answer)
    },
    onSettled,
  })
}

/** Sent again it does no harm. Whatever came of it, the page then shows how the payment stands. */
export const useCancelPayment = ({ id }: Payment) =>
  useMutation({
    mutationFn: () => request(cancelPayment, { params: { id }, operation: crypto.randomUUID() }),
    ...useKept(),
  })
