import { join } from 'node:path'
import { type Clock, openClock } from '../frame/clock.ts'
import { type FaultOffers, openFaultDesk } from '../frame/faults.ts'
import type { Resident } from '../frame/resident.ts'
import { BLOCK_SECONDS, PRICE_SECONDS, StartProblem, usingSetting } from '../settings.ts'
import { addChainApi } from './api.ts'
import { openContracts } from './contracts.ts'
import { CHAIN_ID } from './engine.ts'
import { openExplorer } from './explorer.ts'
import { addExplorerPages } from './explorer-pages.ts'
import { openFaucet } from './faucet.ts'
import { addFaucetPage } from './faucet-page.ts'
import { openHouseAccount } from './house-account.ts'
import { DamagedJournal } from './journal.ts'
import { openNode } from './node.ts'
import { openPriceFeed } from './price-feed.ts'
import { RPC_METHODS } from './rpc-methods.ts'
import { addRpcRoutes, openRpc } from './rpc-server.ts'

const OFFERS: FaultOffers = {
  slow: 'Each call is done, and answered only after the delay.',
  refuse: 'No call is done. Temporary answers 503, permanent 403.',
  twice: 'Each call is done twice and answered by the second: who sends a transaction hears that it is already known.',
  lose: 'Each call is done, but the connection breaks before the answer.',
  drop: 'No call is done: the connection breaks.',
  wrong:
    'Error: each call is done but answered by an internal error. Stale: answered as by a node three blocks behind.',
  lie: 'Each new round of the gold price is published at so many times the price. Calls do not count.',
  forget: 'Each transaction is accepted, and then forgotten. Calls that only read do not count.',
}

/** While its time is behind, nobody watches the chain, and it need not keep anybody waiting. */
const HURRIED_BLOCK_SECONDS = 0.05

export type ChainSettings = {
  /** The sandbox's folder; the chain keeps its things in a folder of its own there. */
  data: string
  /** How long a transaction waits for its block. */
  blockSeconds?: number
  /** How often the price moves while the market is open. */
  priceSeconds?: number
  /** The time in milliseconds, for tests that need another. */
  now?(): number
  /** What sets it, while it is behind. */
  clock?: Clock
}

/** The chain, and what gold costs whatever the aggregator there is told. */
export type Chain = Resident & { goldPrice(): Promise<string | null> }

export const openChain = async (given: ChainSettings): Promise<Chain> => {
  const { data, priceSeconds = PRICE_SECONDS, clock = openClock(), now = clock.now } = given
  const blockSeconds = (): number => {
    const seconds = given.blockSeconds ?? BLOCK_SECONDS
    return clock.isBehind() ? Math.min(seconds, HURRIED_BLOCK_SECONDS) : seconds
  }
  const folder = join(data, 'chain')
  const faults = openFaultDesk(OFFERS, RPC_METHODS)
  const stopping = new AbortController()
  const opening = openNode({ journal: join(folder, 'journal.jsonl'), blockSeconds, now })
  const node = await usingSetting(`SANDBOX_DATA ${data}`, opening).catch((error) => {
    if (!(error instanceof DamagedJournal)) throw error
    throw new StartProblem([`SANDBOX_DATA ${data} has a damaged chain: ${error.message}`])
  })
  const contracts = await openContracts(join(folder, 'contracts.json'))
  const faucet = openFaucet(openHouseAccount(node, node.keys.faucet), contracts)
  const feeder = openHouseAccount(node, node.keys.feeder)
  const lie = (): string | undefined => {
    const fault = faults.standing()?.fault === 'lie' ? faults.take('price') : null
    return fault?.fault === 'lie' ? fault.factor : undefined
  }
  const truthFile = join(folder, 'true-price.json')
  const feed = await openPriceFeed(node, contracts, feeder, { intervalSeconds: priceSeconds, now, lie, truthFile })
  const explorer = openExplorer(node, contracts, { faucet: faucet.address, feeder: feeder.address })
  const rpc = openRpc(node, faults, stopping.signal)
  return {
    name: 'chain',
    title: 'Chain',
    purpose: 'A chain as BNB Smart Chain is one, with coins for nothing, a gold price that moves, and an explorer.',
    facts: () => [
      { label: 'Protocol', value: 'JSON-RPC at /chain' },
      { label: 'Chain id', value: String(CHAIN_ID) },
      { label: 'Newest block', value: String(node.head().number) },
      { label: 'Waiting', value: String(node.pool.count()) },
    ],
    pages: [
      { path: '/explorer', title: 'Open the explorer' },
      { path: '/faucet', title: 'Get coins' },
    ],
    faults,
    goldPrice: feed.truth,
    addRoutes(server, pages) {
      addRpcRoutes(server, rpc)
      addChainApi(server, { node, contracts, faucet, feed, clock })
      addExplorerPages(server, explorer, pages)
      addFaucetPage(server, faucet, pages)
      server.get('/chain', (_request, reply) => reply.redirect('/explorer', 303))
    },
    async stop() {
      stopping.abort()
      await feed.stop()
      await node.stop()
    },
  }
}
