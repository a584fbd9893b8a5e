import type { BodyOf } from '@ingot/endpoints/endpoint'
import { addFilm, listFilms, type ManagedFilm, withdrawFilm } from '@ingot/endpoints/films'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

const key = ['film-desk']

export const useFilms = () =>
  useQuery({ queryKey: key, queryFn: async ({ signal }) => (await request(listFilms, {}, signal)).data })

const useActing = <Input>(act: (input: Input) => Promise<{ data: ManagedFilm }>) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: act, onSuccess: () => client.invalidateQueries({ queryKey: key }) })
}

export const useAddFilm = () => useActing((body: BodyOf<typeof addFilm>) => request(addFilm, { body }))

export const useWithdrawFilm = (id: string) =>
  useActing((body: BodyOf<typeof withdrawFilm>) => request(withdrawFilm, { params: { id }, body }))
