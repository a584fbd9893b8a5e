import type { BodyOf } from '@ingot/endpoints/endpoint'
import { discardTextDraft, readTextDesk, saveTextDraft, type TextDesk } from '@ingot/endpoints/text-desk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

const desk = ['text-desk'] as const

export const useTextDesk = () =>
  useQuery({
    queryKey: desk,
    queryFn: async ({ signal }) => (await request(readTextDesk, {}, signal)).data,
    refetchOnWindowFocus: true,
  })

export const useSaveDraft = (name: TextDesk['name']) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveTextDraft>) => request(saveTextDraft, { params: { name }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: desk }),
  })
}

export const useDiscardDraft = (name: TextDesk['name']) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (revision: number) => request(discardTextDraft, { params: { name }, body: { revision } }),
    onSettled: () => client.invalidateQueries({ queryKey: desk }),
  })
}
