import { readText, type Text } from '@ingot/endpoints/content'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'

export const useText = (name: Text['name']) =>
  useQuery({
    queryKey: ['text', name],
    queryFn: async ({ signal }) => (await request(readText, { params: { name } }, signal)).data,
  })
