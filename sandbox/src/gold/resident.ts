import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { formatUnits, parseUnits } from 'viem'
import { type Fault, type FaultOffers, liedUnits, openFaultDesk } from '../frame/faults.ts'
import type { Resident } from '../frame/resident.ts'

const OFFERS: FaultOffers = {
  slow: 'Each answer comes only after the delay.',
  refuse: 'Nothing is answered. Temporary answers 503, permanent 403.',
  lose: 'The connection breaks before the answer.',
  lie: 'The price is told as so many times what it is.',
}

const DECIMALS = 8
const GRAMS_IN_OUNCE = 31.1034768

export type GoldSettings = {
  /** US dollars for a troy ounce; null while nobody knows. */
  price(): Promise<string | null>
  token: string
  /** The time in milliseconds, for tests that need another. */
  now?(): number
}

const answerOf = (price: number, seconds: number) => ({
  timestamp: seconds,
  metal: 'XAU',
  currency: 'USD',
  exchange: 'FOREXCOM',
  symbol: 'FOREXCOM:XAUUSD',
  price,
  ask: price,
  bid: price,
  price_gram_24k: Number((price / GRAMS_IN_OUNCE).toFixed(4)),
})

const statusOf = (fault: Fault | null): number => {
  if (fault?.fault !== 'refuse') return 200
  return fault.answer === 'temporary' ? 503 : 403
}

/** Somebody who tells the price of gold over HTTP, as goldapi.io does: the same market as the chain's, by another way. */
export const openGold = ({ price, token, now = Date.now }: GoldSettings): Resident => {
  const faults = openFaultDesk(OFFERS)
  const stopping = new AbortController()
  let asked = 0

  const answer = async (reply: FastifyReply, given: unknown): Promise<unknown> => {
    asked++
    if (given !== token) return reply.code(403).send({ error: 'Invalid API Key' })
    const fault = faults.take()
    if (fault?.fault === 'slow')
      await delay(fault.delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    if (fault?.fault === 'lose') {
      reply.raw.destroy()
      return reply.hijack()
    }
    const status = statusOf(fault)
    const known = await price()
    if (status !== 200 || known === null) return reply.code(status === 200 ? 503 : status).send({ error: 'No data' })
    const units = parseUnits(known, DECIMALS)
    const told = fault?.fault === 'lie' ? liedUnits(units, fault.factor) || 1n : units
    return reply.send(answerOf(Number(formatUnits(told, DECIMALS)), Math.floor(now() / 1_000)))
  }

  return {
    name: 'gold',
    title: 'Gold price',
    purpose: 'Tells the price of gold a second time, so that the one on the chain can be checked.',
    facts: () => [
      { label: 'Protocol', value: 'goldapi.io at /api/XAU/USD' },
      { label: 'Asked', value: `${asked} times` },
    ],
    pages: [{ path: '/control#control-gold', title: 'Make it misbehave' }],
    faults,
    addRoutes(server: FastifyInstance) {
      server.get('/api/XAU/USD', (request, reply) => answer(reply, request.headers['x-access-token']))
    },
    async stop() {
      stopping.abort()
    },
  }
}
