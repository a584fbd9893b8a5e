import type { ClosedReason, ProductName } from '@ingot/endpoints/products'
import { readProducts } from '@ingot/endpoints/switches'
import { useQuery } from '@tanstack/react-query'
import { request } from './call.ts'

const productsPoll = 60_000

/** Why a product is closed to the customer; undefined while it is open, or not known: then the server says so in time. */
export const useClosed = (product: ProductName): ClosedReason | undefined => {
  const { data } = useQuery({
    queryKey: ['products'],
    queryFn: async ({ signal }) => (await request(readProducts, {}, signal)).data,
    refetchInterval: productsPoll,
    refetchOnWindowFocus: true,
    staleTime: productsPoll,
  })
  return data?.find(({ name }) => name === product)?.closed ?? undefined
}
