import type { BodyOf } from '@ingot/endpoints/endpoint'
import { type TerminationQuote, terminationQuote } from '@ingot/endpoints/holding-fields'
import { quoteTermination, readTermination, reserveTermination } from '@ingot/endpoints/holdings'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../lib/call.ts'
import { orNull } from '../../lib/or-null.ts'
import type { Quoting } from '../../lib/use-quote.ts'

export type Wanted = BodyOf<typeof quoteTermination>

const moved = z.object({ quote: terminationQuote })

export const terminationQuoting: Quoting<Wanted, TerminationQuote> = {
  name: 'termination',
  make: async (wanted, signal) => (await request(quoteTermination, { body: wanted }, signal)).data,
  reserve: async (id) => (await request(reserveTermination, { params: { id } })).data,
  movedTo: (details) => moved.safeParse(details).data?.quote,
}

/** What one termination came to; null when the customer has none at this address. */
export const useDoneTermination = (id: string) =>
  useQuery({
    queryKey: ['terminations', id],
    queryFn: ({ signal }) => orNull(request(readTermination, { params: { id } }, signal)),
  })
