import { listActivity, type Preferences, savePreferences, updatePicture } from '@ingot/endpoints/account'
import { readPersonalInfo } from '@ingot/endpoints/kyc'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, request } from '../../../lib/call.ts'
import { useSession } from '../../../lib/session.ts'
import { useList } from '../../../lib/use-list.ts'
import { infoQuery } from '../queries.ts'

/** Answers undefined when it failed, which has been said already. */
export const useUpdatePicture = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (profilePicture: Blob) => call(updatePicture, { body: { profilePicture } }),
    onSuccess: (reply) => {
      if (!reply) return
      useSession.getState().saveInfo(reply.data)
      client.setQueryData(infoQuery.queryKey, (info) => info && { ...info, ...reply.data })
      void client.invalidateQueries({ queryKey: ['activity'] })
    },
  })
}

/** Answers undefined when it failed, which has been said already. */
export const useSavePreferences = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (preferences: Preferences) => call(savePreferences, { body: preferences }),
    onSuccess: (reply) => {
      if (!reply) return
      client.setQueryData(infoQuery.queryKey, (info) => info && { ...info, preferences: reply.data })
      void client.invalidateQueries({ queryKey: ['activity'] })
    },
    // One after the other, or the slower of two answers would win.
    scope: { id: 'preferences' },
  })
}

/** What the customer handed in to be verified; asked for with the page, and forgotten with it. */
export const useHandedIn = () =>
  useQuery({
    queryKey: ['handed-in'],
    queryFn: async ({ signal }) => (await request(readPersonalInfo, {}, signal)).data,
    staleTime: 0,
    gcTime: 0,
  })

export const useActivity = () => useList(listActivity, { key: ['activity'], filter: {} })
