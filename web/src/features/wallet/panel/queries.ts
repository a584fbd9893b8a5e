import { listArrivals } from '@ingot/endpoints/wallet'
import type { Arrival } from '@ingot/endpoints/wallet-fields'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { request } from '../../../lib/call.ts'
import { useRecentMovements } from '../../../lib/use-recent-movements.ts'

const arrivalPoll = 3_000

export const keyOf = ({ hash, asset, amount }: Arrival): string => `${hash} ${asset} ${amount}`

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

/** Of what was seen on its way here, what has been credited: gone from there, and among the movements. */
export const useCredited = (onTheirWay: readonly Arrival[] | undefined): Arrival[] => {
  const [seen, setSeen] = useState<ReadonlyMap<string, Arrival>>(new Map())
  useEffect(() => {
    if (onTheirWay && onTheirWay.length > 0)
      setSeen((before) => new Map([...before, ...onTheirWay.map((arrival) => [keyOf(arrival), arrival] as const)]))
  }, [onTheirWay])
  const { data: movements = [] } = useRecentMovements()
  const waiting = new Set(onTheirWay?.map(keyOf))
  const booked = new Set(movements.map(({ hash }) => hash))
  return [...seen].flatMap(([key, arrival]) => (waiting.has(key) || !booked.has(arrival.hash) ? [] : [arrival]))
}
