import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { readPolicy } from '@ingot/endpoints/policy'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

type Policy = ReplyOf<typeof readPolicy>['data']

export type Fixed = Policy['fixed'][number]

export const usePolicy = () =>
  useQuery({
    queryKey: ['policy'],
    queryFn: async ({ signal }) => (await request(readPolicy, {}, signal)).data,
  })
