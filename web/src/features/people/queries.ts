import type { BodyOf, ReplyOf } from '@ingot/endpoints/endpoint'
import { acceptInvitation, readPeople } from '@ingot/endpoints/people'
import { useMutation, useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

export type Invited = ReplyOf<typeof readPeople>['data']['invited'][number]

export const usePeople = () =>
  useQuery({
    queryKey: ['people'],
    queryFn: async ({ signal }) => (await request(readPeople, {}, signal)).data,
  })

export const useAcceptInvitation = () =>
  useMutation({
    mutationFn: async (body: BodyOf<typeof acceptInvitation>) => (await request(acceptInvitation, { body })).data,
  })
