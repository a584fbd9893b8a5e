import { listActivity, type Preferences, savePreferences, updatePicture } from '@ingot/endpoints/account'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, request } from '../../../lib/call.ts'
import { useSession } from '../../../lib/session.ts'
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

/** Shown at once as the customer wants it, and put back if the server did not take it. */
export const useSavePreferences = () => {
  const client = useQueryClient()
  const show = (preferences: Preferences) =>
    client.setQueryData(infoQuery.queryKey, (info) => info && { ...info, preferences })
  return useMutation({
    mutationFn: (preferences: Preferences) => call(savePreferences, { body: preferences }),
    onMutate: async (preferences) => {
      await client.cancelQueries({ queryKey: infoQuery.queryKey })
      const before = client.getQueryData(infoQuery.queryKey)?.preferences
      show(preferences)
      return before
    },
    onSuccess: (reply, _preferences, before) => {
      if (reply) show(reply.data)
      else if (before) show(before)
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['activity'] }),
    // One after the other, or the slower of two answers would win.
    scope: { id: 'preferences' },
  })
}

export const useActivity = () =>
  useInfiniteQuery({
    queryKey: ['activity'],
    queryFn: ({ pageParam, signal }) =>
      request(listActivity, { query: pageParam === null ? {} : { cursor: pageParam } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.cursor,
  })
