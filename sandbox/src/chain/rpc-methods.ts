import { decodeErrorResult, type Hex, isHex, numberToHex, parseAbi, parseTransaction } from 'viem'
import { CHAIN_ID, type RpcBlock } from './engine.ts'
import type { ChainNode } from './node.ts'
import { INVALID_PARAMS, LIMIT_EXCEEDED, METHOD_NOT_FOUND, REVERTED, RpcError, refused } from './rpc-error.ts'
import {
  addressAt,
  blockNumberAt,
  bytesAt,
  flagAt,
  hashAt,
  logFilterAt,
  objectAt,
  type Params,
  stateBlockAt,
} from './rpc-params.ts'
import type { SignedTransaction } from './transaction.ts'

/** What a careful sender pays here: 0.05 gwei, as on BNB Smart Chain. Whatever is above zero is accepted too. */
export const GAS_PRICE = 50_000_000n

const MAX_LOGS = 10_000

/** Who is asked: the node, whose newest block may be an older one when it is told to lag behind. */
export type Asked = { node: ChainNode; head: number; forget: boolean }

type Method = (asked: Asked, params: Params) => unknown

const callObject = (params: Params): Record<string, unknown> => {
  const { input, ...call } = objectAt(params, 0)
  return input === undefined || call.data !== undefined ? call : { ...call, data: input }
}

type Placed = { blockNumber: Hex | null } | null

/** Null when it is in a block that this node has not seen. */
const withinSight = <T extends Placed>(found: T, head: number): T | null =>
  found === null || (found.blockNumber !== null && Number(found.blockNumber) > head) ? null : found

const waitingTransaction = (transaction: SignedTransaction) => {
  const { hash, raw, from, to, nonce, value, input, gas, type, feeCap, tip } = transaction
  const { r, s, v, yParity, accessList } = parseTransaction(raw as `0x02${string}`)
  const typed = type === 'legacy' ? {} : { yParity: numberToHex(yParity ?? 0), accessList: accessList ?? [] }
  return {
    hash,
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
    type: { legacy: '0x0', eip2930: '0x1', eip1559: '0x2' }[type],
    chainId: numberToHex(CHAIN_ID),
    from,
    to,
    nonce: numberToHex(nonce),
    value: numberToHex(value),
    input,
    gas: numberToHex(gas),
    gasPrice: numberToHex(feeCap),
    ...(type === 'eip1559' ? { maxFeePerGas: numberToHex(feeCap), maxPriorityFeePerGas: numberToHex(tip) } : {}),
    ...typed,
    r,
    s,
    v: numberToHex(v ?? BigInt(yParity ?? 0)),
  }
}

/** Everything that a node tells outsiders. What could make or change the chain by itself is not here. */
const METHODS: Record<string, Method> = {
  web3_clientVersion: () => 'IngotSandbox/v1',
  net_version: () => String(CHAIN_ID),
  eth_chainId: () => numberToHex(CHAIN_ID),
  eth_syncing: () => false,
  eth_blockNumber: ({ head }) => numberToHex(head),
  eth_gasPrice: () => numberToHex(GAS_PRICE),
  eth_maxPriorityFeePerGas: () => numberToHex(GAS_PRICE),
  eth_feeHistory: ({ node, head }, params) =>
    node.read('eth_feeHistory', [params[0], stateBlockAt(params, 1, head), ...params.slice(2)]),

  async eth_getBlockByNumber({ node, head }, params) {
    const number = blockNumberAt(params, 0, head)
    if (number > head) return null
    return node.read('eth_getBlockByNumber', [numberToHex(number), flagAt(params, 1)])
  },
  async eth_getBlockByHash({ node, head }, params) {
    const block = await node.read<RpcBlock | null>('eth_getBlockByHash', [hashAt(params, 0), flagAt(params, 1)])
    return block === null || Number(block.number) > head ? null : block
  },
  async eth_getTransactionByHash({ node, head }, params) {
    const waiting = await node.waiting(hashAt(params, 0))
    if (waiting !== undefined) return waitingTransaction(waiting)
    return withinSight(await node.read<Placed>('eth_getTransactionByHash', [hashAt(params, 0)]), head)
  },
  eth_getTransactionReceipt: async ({ node, head }, params) =>
    withinSight(await node.read<Placed>('eth_getTransactionReceipt', [hashAt(params, 0)]), head),
  async eth_getLogs({ node, head }, params) {
    const filter = logFilterAt(params, 0, head)
    if (filter === null) return []
    const logs = await node.read<unknown[]>('eth_getLogs', [filter])
    if (logs.length > MAX_LOGS) throw new RpcError(LIMIT_EXCEEDED, `query returned more than ${MAX_LOGS} results`)
    return logs
  },

  async eth_getTransactionCount({ node, head }, params) {
    const address = addressAt(params, 0)
    if (params[1] === 'pending') return numberToHex(await node.nextNonce(address))
    return node.read('eth_getTransactionCount', [address, stateBlockAt(params, 1, head)])
  },
  eth_getBalance: ({ node, head }, params) =>
    node.read('eth_getBalance', [addressAt(params, 0), stateBlockAt(params, 1, head)]),
  eth_getCode: ({ node, head }, params) =>
    node.read('eth_getCode', [addressAt(params, 0), stateBlockAt(params, 1, head)]),
  eth_getStorageAt: ({ node, head }, params) =>
    node.read('eth_getStorageAt', [addressAt(params, 0), params[1], stateBlockAt(params, 2, head)]),
  eth_call: ({ node, head }, params) =>
    node.read('eth_call', [callObject(params), stateBlockAt(params, 1, head), ...params.slice(2)]),
  eth_estimateGas: ({ node, head }, params) =>
    node.read('eth_estimateGas', [callObject(params), stateBlockAt(params, 1, head)]),

  eth_sendRawTransaction: ({ node, forget }, params) => node.submit(bytesAt(params, 0), { forget }),
}

export const RPC_METHODS = Object.keys(METHODS)

const REASONS = parseAbi(['error Error(string reason)', 'error Panic(uint256 code)'])

const revertedError = (data: Hex): RpcError => {
  try {
    const { errorName, args } = decodeErrorResult({ abi: REASONS, data })
    const reason = errorName === 'Error' ? args[0] : `panic code ${numberToHex(args[0])}`
    return new RpcError(REVERTED, `execution reverted: ${reason}`, data)
  } catch {
    return new RpcError(REVERTED, 'execution reverted', data)
  }
}

/** The engine's complaints are about what it was asked: its own words go out, under a code that clients know. */
const translate = (error: unknown): RpcError => {
  if (error instanceof RpcError) return error
  const { code, message, data } = error as { code?: unknown; message?: string; data?: unknown }
  if (typeof code !== 'number') throw error
  if (code === REVERTED) return revertedError(isHex(data) ? data : '0x')
  return code === INVALID_PARAMS ? new RpcError(code, message ?? '') : refused(message ?? '')
}

export const callMethod = async (asked: Asked, name: string, params: Params): Promise<unknown> => {
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
  if (method === undefined)
    throw new RpcError(METHOD_NOT_FOUND, `the method ${name.slice(0, 50)} does not exist/is not available`)
  try {
    return await method(asked, params)
  } catch (error) {
    throw translate(error)
  }
}
