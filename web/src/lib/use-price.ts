import { readPrice } from '@ingot/endpoints/trade'
import { useQuery } from '@tanstack/react-query'
import { request } from './call.ts'

const pricePoll = 5_000

/** Polled in a tab that is looked at. The browser's cache asks with If-None-Match, so an unchanged price costs little. */
export const usePrice = () =>
  useQuery({
    queryKey: ['price'],
    queryFn: async ({ signal }) => (await request(readPrice, {}, signal)).data,
    refetchInterval: pricePoll,
    refetchOnWindowFocus: true,
    staleTime: pricePoll,
  })

/** What a gram would bring now, by which grams are valued everywhere; undefined while no price may be relied on. */
export const useGramValue = (): string | undefined => {
  const price = usePrice().data
  return price && price.state !== 'stale' ? price.sell : undefined
}
