import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { RequestRefused } from '../frame/refusal.ts'
import type { Contracts } from './contracts.ts'
import type { HouseAccount } from './house-account.ts'
import type { ChainNode } from './node.ts'
import type { Round } from './price-walk.ts'
import { REVERTED } from './rpc-error.ts'

const AGGREGATOR = parseAbi([
  'struct Round { int192 answer; uint64 updatedAt; }',
  'function feed(Round[] rounds)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/** So many rounds cost some 11 of the 16.7 million units of gas that a transaction may use. */
const ROUNDS_PER_TRANSACTION = 400
const GAS_PER_ROUND = 40_000n
const GAS_FOR_NONE = 100_000n

/** The registered aggregator, as the one who feeds it sees it. */
export const openAggregator = (node: ChainNode, contracts: Contracts, account: HouseAccount) => {
  /** Undefined while there is nothing that could have rounds, null while it has none. */
  const latest = async (): Promise<Round | null | undefined> => {
    const aggregator = contracts.named('aggregator')
    if (aggregator === undefined) return undefined
    const functionName = 'latestRoundData'
    const data = encodeFunctionData({ abi: AGGREGATOR, functionName })
    try {
      const result = await node.read<Hex>('eth_call', [{ to: aggregator.address, data }, 'latest'])
      if (result === '0x') return undefined
      const [, answer, , updatedAt] = decodeFunctionResult({ abi: AGGREGATOR, functionName, data: result })
      return { answer, updatedAt }
    } catch (error) {
      if ((error as { code?: unknown }).code === REVERTED) return null
      throw error
    }
  }

  /** An aggregator that was deployed for another feeder takes nothing from this one. */
  const assertFeeder = async (to: Address): Promise<void> => {
    const data = encodeFunctionData({ abi: AGGREGATOR, functionName: 'feed', args: [[]] })
    await node.read('eth_call', [{ from: account.address, to, data }, 'latest']).catch(() => {
      throw new RequestRefused(
        409,
        'NotFeeder',
        `The aggregator takes no rounds from ${account.address}, the feeder here`,
      )
    })
  }

  const feed = async (rounds: Round[]): Promise<Hex[]> => {
    const to = contracts.named('aggregator')?.address
    const hashes: Hex[] = []
    if (to !== undefined && rounds.length > 0) await assertFeeder(to)
    for (let start = 0; to !== undefined && start < rounds.length; start += ROUNDS_PER_TRANSACTION) {
      const part = rounds.slice(start, start + ROUNDS_PER_TRANSACTION)
      const data = encodeFunctionData({ abi: AGGREGATOR, functionName: 'feed', args: [part] })
      hashes.push(await account.send({ to, data, gas: GAS_FOR_NONE + GAS_PER_ROUND * BigInt(part.length) }))
    }
    return hashes
  }

  return {
    isKnown: (): boolean => contracts.named('aggregator') !== undefined,
    latest,
    /** Adds rounds, in as many transactions as they need, and tells the hash of the last. */
    feed: async (rounds: Round[]): Promise<Hex | undefined> => (await feed(rounds)).at(-1),
    /** The newest transaction of the feeder that nobody has mined yet. */
    waiting: (): Hex | undefined => node.pool.list().find(({ from }) => from === account.address.toLowerCase())?.hash,
  }
}

export type Aggregator = ReturnType<typeof openAggregator>

/** Resolves when the transaction is in a block; rejects when nobody waits any more. */
export const untilMined = (node: ChainNode, hash: Hex, given: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const finish = (end: () => void): void => {
      stopListening()
      given.removeEventListener('abort', giveUp)
      end()
    }
    const giveUp = (): void => finish(() => reject(new Error('the round was not mined in time')))
    const look = (): void => {
      if (node.pool.find(hash) === undefined) finish(resolve)
    }
    const stopListening = node.onBlock(look)
    given.addEventListener('abort', giveUp)
    if (given.aborted) giveUp()
    else look()
  })
