import { readDebts } from '@ingot/endpoints/debts'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

const debtsPoll = 30_000

/** What is owed, each with its reason. */
export const useDebts = () =>
  useQuery({
    queryKey: ['debts'],
    queryFn: async ({ signal }) => (await request(readDebts, {}, signal)).data,
    refetchInterval: debtsPoll,
    refetchOnWindowFocus: true,
  })
