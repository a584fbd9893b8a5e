import { readUpline } from '@ingot/endpoints/affiliates'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

/** Whether the customer is an upline; undefined while that is not known, which opens nothing. */
export const useUpline = (isAsked: boolean): boolean | undefined =>
  useQuery({
    queryKey: ['upline'],
    queryFn: async ({ signal }) => (await request(readUpline, {}, signal)).data,
    enabled: isAsked,
  }).data
