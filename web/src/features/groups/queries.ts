import type { BodyOf } from '@ingot/endpoints/endpoint'
import { type Group, type GroupDetails, type GroupQuote, groupQuote } from '@ingot/endpoints/group-fields'
import {
  changeMember,
  closeGroup,
  joinGroup,
  leaveGroup,
  listGroupPurchases,
  listGroups,
  makeGroup,
  quoteGroupPurchase,
  readCertificate,
  readGroup,
  renameGroup,
  renewGroupCode,
  reportGroup,
  reserveGroupPurchase,
  showGrams,
} from '@ingot/endpoints/groups'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import type { PurchaseTerms } from '../../lib/purchase-form.ts'
import { useKeptKey } from '../../lib/use-kept-key.ts'
import { useList } from '../../lib/use-list.ts'
import type { Quoting } from '../../lib/use-quote.ts'

const waitingPoll = 10_000
const quietPoll = 60_000

const isWaiting = ({ mine, waiting }: Group) => mine.state === 'Requested' || waiting > 0

/** The customer's groups and the limits that hold. */
export const useGroups = () =>
  useQuery({
    queryKey: ['groups', 'list'],
    queryFn: async ({ signal }) => (await request(listGroups, {}, signal)).data,
    refetchInterval: ({ state: { data } }) => (data?.groups.some(isWaiting) ? waitingPoll : quietPoll),
    refetchOnWindowFocus: true,
  })

export type GroupRules = NonNullable<ReturnType<typeof useGroups>['data']>['rules']

const oneKey = (id: string) => ['groups', 'one', id]

/** One of them; null where the customer has none at this address. */
export const useGroup = (id: string) =>
  useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => orNull(request(readGroup, { params: { id } }, signal)),
    refetchInterval: ({ state: { data } }) => (data && (isWaiting(data) || data.may.admit) ? waitingPoll : quietPoll),
    refetchOnWindowFocus: true,
  })

/** Whatever came of it, the page then shows how the group stands. */
const useAct = <Input>(id: string, act: (input: Input) => Promise<{ data: GroupDetails }>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: ({ data }) => client.setQueryData(oneKey(id), data),
    onSettled: () => client.invalidateQueries({ queryKey: ['groups'] }),
  })
}

export const useMakeGroup = () => {
  const client = useQueryClient()
  const { keyOf, forget } = useKeptKey()
  return useMutation({
    mutationFn: (body: BodyOf<typeof makeGroup>) => request(makeGroup, { body, operation: keyOf(body) }),
    onSuccess: ({ data }) => {
      forget()
      client.setQueryData(oneKey(data.id), data)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['groups', 'list'] }),
  })
}

export const useJoinGroup = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof joinGroup>) => request(joinGroup, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['groups'] }),
  })
}

export const useRenewCode = (id: string) => useAct(id, () => request(renewGroupCode, { params: { id } }))

export type MemberMove = { member: string } & BodyOf<typeof changeMember>

export const useChangeMember = (id: string) =>
  useAct(id, ({ member, to }: MemberMove) => request(changeMember, { params: { id, member }, body: { to } }))

export const useLeaveGroup = (id: string) => useAct(id, () => request(leaveGroup, { params: { id } }))

export const useShowGrams = (id: string) =>
  useAct(id, (shows: boolean) => request(showGrams, { params: { id }, body: { showsGrams: shows } }))

export const useRenameGroup = (id: string) =>
  useAct(id, (body: BodyOf<typeof renameGroup>) => request(renameGroup, { params: { id }, body }))

export const useCloseGroup = (id: string) => useAct(id, () => request(closeGroup, { params: { id } }))

export const useReportGroup = (id: string) =>
  useAct(id, (body: BodyOf<typeof reportGroup>) => request(reportGroup, { params: { id }, body }))

/** What the customer bought in a group, newest first. */
export const useGroupPurchases = (id: string) =>
  useList(listGroupPurchases, { key: ['groups', 'purchases', id], params: { id }, filter: {} })

/** A certificate of the customer's own; null where there is none at this address. */
export const useCertificate = (id: string, document: string) =>
  useQuery({
    queryKey: ['groups', 'certificates', id, document],
    queryFn: ({ signal }) => orNull(request(readCertificate, { params: { id, document } }, signal)),
    refetchOnWindowFocus: true,
  })

const moved = z.object({ quote: groupQuote })

export const groupQuoting = (id: string): Quoting<PurchaseTerms, GroupQuote> => ({
  name: `purchase in ${id}`,
  make: async (body, signal) => (await request(quoteGroupPurchase, { params: { id }, body }, signal)).data,
  reserve: async (quote) => (await request(reserveGroupPurchase, { params: { id, quote } })).data,
  movedTo: (details) => moved.safeParse(details).data?.quote,
})
