import { listInheritances } from '@ingot/endpoints/estates'
import { useQuery } from '@tanstack/react-query'
import { request } from './call.ts'

/** What the customer received from those who died. */
export const useInheritances = () =>
  useQuery({
    queryKey: ['inheritances'],
    queryFn: async ({ signal }) => (await request(listInheritances, {}, signal)).data,
  })
