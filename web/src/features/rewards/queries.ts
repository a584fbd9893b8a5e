import type { BodyOf } from '@ingot/endpoints/endpoint'
import {
  listRewards,
  listRewardYears,
  makeRewardReport,
  readFeeShare,
  readRewardSums,
  rewardFile,
} from '@ingot/endpoints/rewards'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'
import { useMaking } from '../../lib/use-making.ts'

/** Rewards come by the day; what was asked for is decided at any time. */
const rewardPoll = 60_000

export const useRewardSums = () =>
  useQuery({
    queryKey: ['rewards', 'sums'],
    queryFn: async ({ signal }) => (await request(readRewardSums, {}, signal)).data,
    refetchInterval: rewardPoll,
    refetchOnWindowFocus: true,
  })

export const useRewards = (filter: FilterOf<typeof listRewards>) =>
  useList(listRewards, { key: ['rewards', 'list'], filter, pollOf: () => rewardPoll })

export const useDownloadRewards = () => useDownload(rewardFile, 'rewards.csv')

export const useRewardYears = () =>
  useQuery({
    queryKey: ['rewards', 'years'],
    queryFn: async ({ signal }) => (await request(listRewardYears, {}, signal)).data,
  })

export const useMakeReport = () =>
  useMaking((body: BodyOf<typeof makeRewardReport>) => request(makeRewardReport, { body }))

/** For anyone; null where the operator does not tell it. */
export const useFeeShare = () =>
  useQuery({
    queryKey: ['fee-share'],
    queryFn: async ({ signal }) => (await request(readFeeShare, {}, signal)).data,
    retry: false,
  })
