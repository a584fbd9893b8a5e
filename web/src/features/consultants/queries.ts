import type { OwnProfile } from '@ingot/endpoints/consultant-fields'
import {
  answerThread,
  appealDecision,
  contactConsultant,
  listThreads,
  readConsultant,
  readOwnProfile,
  readThread,
  reportConsultant,
  saveProfile,
  submitProfile,
  withdrawProfile,
} from '@ingot/endpoints/consultants'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import { useList } from '../../lib/use-list.ts'

/** A consultant whom everybody may see; null where none is shown at this address. */
export const useConsultant = (id: string) =>
  useQuery({
    queryKey: ['consultants', 'shown', id],
    queryFn: ({ signal }) => orNull(request(readConsultant, { params: { id } }, signal)),
  })

const ownKey = ['consultants', 'own']

/** The customer's own profile, whatever its state. */
export const useOwnProfile = () =>
  useQuery({
    queryKey: ownKey,
    queryFn: async ({ signal }) => (await request(readOwnProfile, {}, signal)).data,
    refetchOnWindowFocus: true,
  })

const useChange = <Input>(change: (input: Input) => Promise<{ data: OwnProfile }>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: ({ data }) => client.setQueryData(ownKey, data),
    onSettled: () => client.invalidateQueries({ queryKey: ['consultants'] }),
  })
}

export type ProfileWanted = BodyOf<typeof saveProfile>

export const useSaveProfile = () => useChange((body: ProfileWanted) => request(saveProfile, { body }))

/** Saves what is typed and hands it in. */
export const useHandIn = () =>
  useChange(async (body: ProfileWanted) => {
    await request(saveProfile, { body })
    return request(submitProfile, {})
  })

export const useWithdrawProfile = () => useChange(() => request(withdrawProfile, {}))

export const useAppeal = () => useChange((body: BodyOf<typeof appealDecision>) => request(appealDecision, { body }))

export const useReportConsultant = () =>
  useMutation({ mutationFn: (body: BodyOf<typeof reportConsultant>) => request(reportConsultant, { body }) })

const threadKey = (id: string) => ['consultants', 'threads', 'one', id]

export const useContact = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof contactConsultant>) => request(contactConsultant, { body }),
    onSuccess: ({ data }) => client.setQueryData(threadKey(data.id), data),
    onSettled: () => client.invalidateQueries({ queryKey: ['consultants', 'threads'] }),
  })
}

export const useThreads = () => useList(listThreads, { key: ['consultants', 'threads', 'list'], filter: {} })

/** One of the customer's conversations; null where there is none at this address. */
export const useThread = (id: string) =>
  useQuery({
    queryKey: threadKey(id),
    queryFn: ({ signal }) => orNull(request(readThread, { params: { id } }, signal)),
    refetchInterval: 30_000,
    refetchOnWindowFocus: true,
  })

export const useAnswer = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof answerThread>) => request(answerThread, { params: { id }, body }),
    onSuccess: ({ data }) => client.setQueryData(threadKey(id), data),
    onSettled: () => client.invalidateQueries({ queryKey: ['consultants', 'threads'] }),
  })
}
