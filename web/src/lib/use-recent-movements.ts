import { recentActivities } from '@ingot/endpoints/wallet'
import { useQuery } from '@tanstack/react-query'
import { request } from './call.ts'

const movementPoll = 15_000

/** The last few movements of the customer's value, whatever caused them. */
export const useRecentMovements = () =>
  useQuery({
    queryKey: ['movements', 'recent'],
    queryFn: async ({ signal }) => (await request(recentActivities, {}, signal)).data,
    refetchInterval: movementPoll,
  })
