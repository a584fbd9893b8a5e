import { type Alert, deleteAlert, listAlerts, makeAlert } from '@ingot/endpoints/alerts'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

const key = ['price-alerts']

export type AlertWanted = BodyOf<typeof makeAlert>

export const useAlerts = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await request(listAlerts, {}, signal)).data,
    refetchOnWindowFocus: true,
  })

/** Under a key that stays with what is wanted, so that a press after a lost answer makes no second one. */
export const useMakeAlert = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ wanted, operation }: { wanted: AlertWanted; operation: string }) =>
      request(makeAlert, { body: wanted, operation }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** Gone from the list at once when the server has removed it; one that was gone already is no failure. */
export const useRemoveAlert = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Alert) => request(deleteAlert, { params: { id } }),
    onSuccess: (_, { id }) => client.setQueryData<Alert[]>(key, (alerts) => alerts?.filter((alert) => alert.id !== id)),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
