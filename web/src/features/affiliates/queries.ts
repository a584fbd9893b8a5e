import { listNetworkMembers, readNetwork, readNetworkMember, readUpline } from '@ingot/endpoints/affiliates'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { type FilterOf, useList } from '../../lib/use-list.ts'

/** Whether the customer is an upline; undefined while that is not known, which opens nothing. */
export const useUpline = (isAsked: boolean): boolean | undefined =>
  useQuery({
    queryKey: ['upline'],
    queryFn: async ({ signal }) => (await request(readUpline, {}, signal)).data,
    enabled: isAsked,
  }).data

/** The figures of the network below, and the own rank. */
export const useNetwork = () =>
  useQuery({
    queryKey: ['network', 'figures'],
    queryFn: async ({ signal }) => (await request(readNetwork, {}, signal)).data,
  })

/** Whom a member brought, a level, or who is called so. */
export const useMembers = (filter: FilterOf<typeof listNetworkMembers>) =>
  useList(listNetworkMembers, { key: ['network', 'members'], filter })

/** A member below; null where there is none at this address. */
export const useMember = (id: string) =>
  useQuery({
    queryKey: ['network', 'member', id],
    queryFn: ({ signal }) => orNull(request(readNetworkMember, { params: { id } }, signal)),
  })
