import { readCalculatorRules, readDeliveryCosts } from '@ingot/endpoints/calculator'
import type { WithdrawalWay } from '@ingot/endpoints/withdrawal-fields'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

/** The spread follows the market, which opens and closes. */
const rulesPoll = 60_000
const costsPoll = 20_000

export const useRules = () =>
  useQuery({
    queryKey: ['calculator', 'rules'],
    queryFn: async ({ signal }) => (await request(readCalculatorRules, {}, signal)).data,
    refetchInterval: rulesPoll,
  })

export type Rules = NonNullable<ReturnType<typeof useRules>['data']>

/** Not asked for while no bar is chosen. */
export const useDeliveryCosts = (bars: string, way: WithdrawalWay) =>
  useQuery({
    queryKey: ['calculator', 'delivery', bars, way],
    queryFn: async ({ signal }) => (await request(readDeliveryCosts, { query: { bars, way } }, signal)).data,
    enabled: bars !== '',
    placeholderData: keepPreviousData,
    refetchInterval: costsPoll,
  })
