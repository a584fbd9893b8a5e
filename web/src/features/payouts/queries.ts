import type { Payout, payoutAssetsOfBank } from '@ingot/endpoints/bank-fields'
import {
  cancelPayout,
  cancelPayoutByMail,
  listPayouts,
  payoutFile,
  quotePayout,
  readPayout,
  readPayoutRules,
} from '@ingot/endpoints/payouts'
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'

export type PayoutAsset = (typeof payoutAssetsOfBank)[number]

const rulesPoll = 15_000
const payoutPoll = 10_000
const quietPoll = 60_000

/** What can be paid out now, at which fee, and what stands in the way. */
export const usePayoutRules = () =>
  useQuery({
    queryKey: ['payouts', 'rules'],
    queryFn: async ({ signal }) => (await request(readPayoutRules, {}, signal)).data,
    refetchInterval: rulesPoll,
    refetchOnWindowFocus: true,
  })

export type PayoutRules = NonNullable<ReturnType<typeof usePayoutRules>['data']>

export type WantedPayout = { asset: PayoutAsset; amount: string }

/** What it would come to. The figures before stay in sight until the next have come. */
export const usePayoutQuote = (wanted: WantedPayout | null) =>
  useQuery({
    queryKey: ['payout-quote', wanted],
    queryFn: wanted ? async ({ signal }) => (await request(quotePayout, { query: wanted }, signal)).data : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })

export type PayoutQuote = NonNullable<ReturnType<typeof usePayoutQuote>['data']>

const isUnderWay = ({ state }: Payout) => state === 'Requested' || state === 'Approved' || state === 'Sent'

export type PayoutFilter = FilterOf<typeof listPayouts>

export const usePayouts = (filter: PayoutFilter) =>
  useList(listPayouts, {
    key: ['payouts', 'list'],
    filter,
    pollOf: (payouts) => (payouts.some(isUnderWay) ? payoutPoll : quietPoll),
  })

export const useDownloadPayouts = () => useDownload(payoutFile, 'payouts.csv')

/** One payout; null when the customer has none at this address. */
export const usePayout = (id: string) =>
  useQuery({
    queryKey: ['payouts', 'one', id],
    queryFn: ({ signal }) => orNull(request(readPayout, { params: { id } }, signal)),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? payoutPoll : false),
    refetchOnWindowFocus: true,
  })

/** Sent again it does no harm. Whatever came of it, balances and payouts may be other ones now. */
export const useCancelPayout = ({ id }: Payout) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request(cancelPayout, { params: { id }, operation: crypto.randomUUID() }),
    onSettled: () => client.invalidateQueries(),
  })
}

export const useCancelByMail = () =>
  useMutation({ mutationFn: (token: string) => request(cancelPayoutByMail, { body: { token } }) })
