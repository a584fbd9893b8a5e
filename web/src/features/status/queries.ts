import { readStatus } from '@ingot/endpoints/status'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

const askEvery = 30_000

export const useStatus = () =>
  useQuery({
    queryKey: ['status'],
    queryFn: async ({ signal }) => (await request(readStatus, {}, signal)).data,
    refetchInterval: askEvery,
    refetchOnWindowFocus: true,
  })
