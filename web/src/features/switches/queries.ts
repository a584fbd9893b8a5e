import type { BodyOf } from '@ingot/endpoints/endpoint'
import { closeProduct, readSwitches } from '@ingot/endpoints/switches'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

export const useSwitches = () =>
  useQuery({
    queryKey: ['switches'],
    queryFn: async ({ signal }) => (await request(readSwitches, {}, signal)).data,
    refetchOnWindowFocus: true,
  })

export const useCloseProduct = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof closeProduct>) => request(closeProduct, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['switches'] }),
  })
}
