import type { FastifyInstance } from 'fastify'
import type { Address, Hex } from 'viem'
import type { Clock } from '../frame/clock.ts'
import { badRequest } from '../frame/refusal.ts'
import { type Contracts, readContracts } from './contracts.ts'
import { CHAIN_ID } from './engine.ts'
import { type Faucet, readFaucetOrder } from './faucet.ts'
import type { ChainNode } from './node.ts'
import { type PriceFeed, readPriceOrder } from './price-feed.ts'

/** Many contracts with all that they can do. */
const CONTRACTS_BODY_LIMIT = 2 * 1024 * 1024
const REORG_DEPTHS = [1, 2]

export type ChainApiState = {
  chainId: number
  block: number
  finalized: number
  /** Who feeds the price: the aggregator has to be deployed for this address. */
  feeder: Address
  /** US dollars for a troy ounce; null while there is no aggregator, or no round in it. */
  price: string | null
}

export type ReorgResult = { block: number; hash: Hex }

/** The fields of a body; an unknown one is refused, so that typing errors show. */
const fieldsOf = (body: unknown, known: string[]): Record<string, unknown> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest(`The body must be a JSON object with: ${known.join(', ')}`)
  const unknown = Object.keys(body).find((key) => !known.includes(key))
  if (unknown !== undefined)
    throw badRequest(`There is no field "${unknown.slice(0, 50)}"; there are: ${known.join(', ')}`)
  return body as Record<string, unknown>
}

const readReorg = (body: unknown): { depth: number; drop: boolean } => {
  const { depth, drop = false } = fieldsOf(body, ['depth', 'drop'])
  const known = REORG_DEPTHS.find((candidate) => candidate === depth)
  if (known === undefined) throw badRequest(`depth must be one of: ${REORG_DEPTHS.join(', ')}`)
  if (typeof drop !== 'boolean') throw badRequest('drop must be true or false')
  return { depth: known, drop }
}

type Parts = { node: ChainNode; contracts: Contracts; faucet: Faucet; feed: PriceFeed; clock: Clock }

export const addChainApi = (server: FastifyInstance, { node, contracts, faucet, feed, clock }: Parts): void => {
  const state = async (): Promise<ChainApiState> => ({
    chainId: CHAIN_ID,
    block: node.head().number,
    finalized: node.finalized(),
    feeder: feed.address,
    price: await feed.price(),
  })

  server.get('/api/chain', async () => ({ data: await state() }))

  server.put('/api/chain/contracts', { bodyLimit: CONTRACTS_BODY_LIMIT }, async (request) => {
    await contracts.register(readContracts(fieldsOf(request.body, ['contracts'])))
    feed.wake()
    return { data: contracts.list().map(({ name, address }) => ({ name, address })) }
  })

  server.post('/api/chain/faucet', async (request) => {
    const order = readFaucetOrder(fieldsOf(request.body, ['address', 'asset', 'amount']))
    return { data: { hash: await faucet.give(order) } }
  })

  server.put('/api/chain/price', async (request) => {
    const order = readPriceOrder(fieldsOf(request.body, ['usdPerOunce', 'paused']))
    if (order.paused !== undefined) feed.pause(order.paused)
    if (order.answer !== undefined) await feed.set(order.answer)
    return { data: { price: await feed.price(), paused: feed.isPaused() } }
  })

  server.put('/api/chain/clock', async (request) => {
    clock.set(fieldsOf(request.body, ['behindSeconds']).behindSeconds)
    await feed.catchUp()
    return { data: { now: new Date(clock.now()).toISOString() } }
  })

  server.post('/api/chain/reorg', async (request) => {
    const order = readReorg(request.body)
    if (order.depth > node.head().number) throw badRequest(`There are only ${node.head().number} blocks to replace`)
    const { number, hash } = await node.reorganise(order)
    return { data: { block: number, hash } }
  })
}
