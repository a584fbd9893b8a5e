import { type Address, type Hex, numberToHex } from 'viem'
import { BLOCKS_TO_FINALITY } from './chain-state.ts'
import { invalidParams, LIMIT_EXCEEDED, RpcError, refused } from './rpc-error.ts'

export type Params = readonly unknown[]

/** What public nodes allow in one call of eth_getLogs. */
const MAX_LOG_BLOCKS = 5_000
const MAX_LOG_ADDRESSES = 1_000
const MAX_LOG_TOPICS = 1_000

const QUANTITY = /^0x(0|[1-9a-f][0-9a-f]{0,15})$/i
const HASH = /^0x[0-9a-f]{64}$/i
const ADDRESS = /^0x[0-9a-f]{40}$/i
const BYTES = /^0x([0-9a-f]{2})*$/i

const hexOf = <T extends Hex>(rule: RegExp, kind: string) => {
  return (params: Params, index: number): T => {
    const value = params[index]
    if (typeof value !== 'string' || !rule.test(value))
      throw invalidParams(`invalid argument ${index}: ${kind} expected`)
    return value.toLowerCase() as T
  }
}

export const hashAt = hexOf<Hex>(HASH, 'a hash of 32 bytes')
export const addressAt = hexOf<Address>(ADDRESS, 'an address of 20 bytes')
export const bytesAt = hexOf<Hex>(BYTES, 'hex bytes')

export const flagAt = (params: Params, index: number): boolean => {
  const value = params[index] ?? false
  if (typeof value !== 'boolean') throw invalidParams(`invalid argument ${index}: true or false expected`)
  return value
}

export const objectAt = (params: Params, index: number): Record<string, unknown> => {
  const value = params[index]
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidParams(`invalid argument ${index}: an object expected`)
  return value as Record<string, unknown>
}

/** The number that a tag or a quantity means for a node whose newest block is `head`. */
const blockNumber = (value: unknown, head: number): number => {
  if (value === undefined || value === null || value === 'latest' || value === 'pending') return head
  if (value === 'safe') return Math.max(0, head - 1)
  if (value === 'finalized') return Math.max(0, head - BLOCKS_TO_FINALITY)
  if (value === 'earliest') return 0
  if (typeof value !== 'string' || !QUANTITY.test(value)) throw invalidParams('a block number or tag expected')
  return Number(value)
}

export const blockNumberAt = (params: Params, index: number, head: number): number => blockNumber(params[index], head)

/** The block whose state is asked for, as the engine wants it; a block that is not there is refused. */
export const stateBlockAt = (params: Params, index: number, head: number): Hex | { blockHash: Hex } => {
  const value = params[index]
  if (typeof value === 'object' && value !== null && 'blockHash' in value) {
    if (typeof value.blockHash !== 'string' || !HASH.test(value.blockHash)) throw invalidParams('a block hash expected')
    return { blockHash: value.blockHash as Hex }
  }
  const given = typeof value === 'object' && value !== null && 'blockNumber' in value ? value.blockNumber : value
  const number = blockNumber(given, head)
  if (number > head) throw refused('header not found')
  return numberToHex(number)
}

type LogFilter = { blockHash: Hex } | { fromBlock: Hex; toBlock: Hex }

/** A filter within the limits, or null when it asks for the future only. */
export const logFilterAt = (params: Params, index: number, head: number): (LogFilter & object) | null => {
  const { fromBlock, toBlock, blockHash, address, topics, ...unknown } = objectAt(params, index)
  const extra = Object.keys(unknown)[0]
  if (extra !== undefined) throw invalidParams(`unknown field "${extra.slice(0, 50)}" of the filter`)
  if (Array.isArray(address) && address.length > MAX_LOG_ADDRESSES)
    throw invalidParams(`exceed max addresses: ${MAX_LOG_ADDRESSES}`)
  if (Array.isArray(topics) && topics.flat().length > MAX_LOG_TOPICS) throw invalidParams('exceed max topics')
  const rest = { ...(address === undefined ? {} : { address }), ...(topics === undefined ? {} : { topics }) }
  if (blockHash !== undefined) {
    if (fromBlock !== undefined || toBlock !== undefined)
      throw invalidParams('cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other')
    return { blockHash: hashAt([blockHash], 0), ...rest }
  }
  const from = blockNumber(fromBlock, head)
  const to = blockNumber(toBlock, head)
  if (from > to) throw invalidParams('invalid block range params')
  if (to - from >= MAX_LOG_BLOCKS) throw new RpcError(LIMIT_EXCEEDED, `exceed maximum block range: ${MAX_LOG_BLOCKS}`)
  if (from > head) return null
  return { fromBlock: numberToHex(from), toBlock: numberToHex(Math.min(to, head)), ...rest }
}
