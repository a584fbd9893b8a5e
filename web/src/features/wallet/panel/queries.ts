import { listArrivals } from '@ingot/endpoints/wallet'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { request } from '../../../lib/call.ts'

const arrivalPoll = 3_000

/** What is on its way to the wallet. When something has arrived, balances and movements are asked for again. */
export const useArrivals = () => {
  const client = useQueryClient()
  const arrivals = useQuery({
    queryKey: ['arrivals'],
    queryFn: ({ signal }) => request(listArrivals, {}, signal),
    refetchInterval: arrivalPoll,
    staleTime: arrivalPoll,
  })
  const hashes = arrivals.data?.data.map(({ hash }) => hash).join(' ')
  const before = useRef(hashes)
  useEffect(() => {
    const [earlier, now] = [before.current?.split(' ') ?? [], hashes?.split(' ') ?? []]
    before.current = hashes
    if (!earlier.some((hash) => hash !== '' && !now.includes(hash))) return
    void client.invalidateQueries({ queryKey: ['balances'] })
    void client.invalidateQueries({ queryKey: ['movements'] })
  }, [client, hashes])
  return arrivals
}
