import { type Address, getContractAddress, type Hex, numberToHex, zeroAddress } from 'viem'
import type { RpcBlock } from './engine.ts'
import type { ChainNode } from './node.ts'

/** Signature of an ERC-20 token's Transfer. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const LOG_RANGE = 1_000

type RpcTransaction = { hash: Hex; from: Address; to: Address | null; nonce: Hex; value: Hex; input: Hex }
type RpcLog = { address: Address; topics: Hex[]; data: Hex; blockNumber: Hex; transactionHash: Hex; logIndex: Hex }
type FullBlock = Omit<RpcBlock, 'transactions'> & { transactions: RpcTransaction[] }

export type Listed = {
  hash: Hex
  block: number
  time: number
  from: Address
  /** Who was called, or the contract that was made. */
  to: Address
  isCreation: boolean
  value: bigint
  input: Hex
}

export type Transfer = {
  token: Address
  from: Address
  to: Address
  value: bigint
  hash: Hex
  block: number
  time: number
}

type Span = { transactions: Listed[]; transfers: Transfer[] }

/** What an explorer has to know besides what a node tells: who took part in what. */
export type ExplorerIndex = {
  /** All oldest first, as the chain is at this moment. */
  transactions(): Promise<Listed[]>
  transactionsOf(address: Address): Promise<Listed[]>
  transfersOf(address: Address): Promise<Transfer[]>
  transfersOfToken(token: Address): Promise<Transfer[]>
  /** The largest first. */
  holdersOf(token: Address): Promise<{ address: Address; units: bigint }[]>
}

/** Final blocks are read once and kept; the few after them are read anew each time, since they may be replaced. */
export const openExplorerIndex = (node: ChainNode): ExplorerIndex => {
  const final: Span = { transactions: [], transfers: [] }
  const byAddress = new Map<Address, Listed[]>()
  const transfersByAddress = new Map<Address, Transfer[]>()
  const transfersByToken = new Map<Address, Transfer[]>()
  let next = 0
  let tail: Promise<unknown> = Promise.resolve()

  const keep = (span: Span): void => {
    for (const one of span.transactions) {
      final.transactions.push(one)
      for (const address of new Set([one.from, one.to])) append(byAddress, address, one)
    }
    for (const one of span.transfers) {
      final.transfers.push(one)
      append(transfersByToken, one.token, one)
      for (const address of new Set([one.from, one.to])) append(transfersByAddress, address, one)
    }
  }

  const catchUp = async (): Promise<Span> => {
    const finalized = node.finalized()
    while (next <= finalized) {
      const last = Math.min(next + LOG_RANGE - 1, finalized)
      keep(await readSpan(node, next, last))
      next = last + 1
    }
    return readSpan(node, next, node.head().number)
  }

  /** What may still change; whatever cannot is kept when this resolves. */
  const open = (): Promise<Span> => {
    const turn = tail.then(catchUp)
    tail = turn.catch(() => undefined)
    return turn
  }

  const transfersOfToken = async (token: Address): Promise<Transfer[]> => {
    const span = await open()
    return [...(transfersByToken.get(token) ?? []), ...span.transfers.filter((one) => one.token === token)]
  }

  return {
    async transactions() {
      const span = await open()
      return [...final.transactions, ...span.transactions]
    },
    async transactionsOf(address) {
      const span = await open()
      const recent = span.transactions.filter(({ from, to }) => from === address || to === address)
      return [...(byAddress.get(address) ?? []), ...recent]
    },
    async transfersOf(address) {
      const span = await open()
      const recent = span.transfers.filter(({ from, to }) => from === address || to === address)
      return [...(transfersByAddress.get(address) ?? []), ...recent]
    },
    transfersOfToken,
    async holdersOf(token) {
      const held = new Map<Address, bigint>()
      for (const { from, to, value } of await transfersOfToken(token)) {
        held.set(from, (held.get(from) ?? 0n) - value)
        held.set(to, (held.get(to) ?? 0n) + value)
      }
      held.delete(zeroAddress)
      return [...held]
        .filter(([, units]) => units > 0n)
        .map(([address, units]) => ({ address, units }))
        .sort((one, other) => (one.units < other.units ? 1 : -1))
    },
  }
}

const append = <K, V>(lists: Map<K, V[]>, key: K, value: V): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

const readSpan = async (node: ChainNode, first: number, last: number): Promise<Span> => {
  const transactions: Listed[] = []
  const times = new Map<number, number>()
  for (let number = first; number <= last; number++) {
    const block = await node.read<FullBlock | null>('eth_getBlockByNumber', [numberToHex(number), true])
    if (block === null) break
    times.set(number, Number(block.timestamp))
    for (const transaction of block.transactions)
      transactions.push(listed(transaction, number, Number(block.timestamp)))
  }
  if (transactions.length === 0) return { transactions, transfers: [] }
  const filter = { fromBlock: numberToHex(first), toBlock: numberToHex(last), topics: [TRANSFER_TOPIC] }
  const logs = await node.read<RpcLog[]>('eth_getLogs', [filter])
  const transfers = logs.filter(({ topics }) => topics.length === 3).map((log) => transferOf(log, times))
  return { transactions, transfers }
}

const listed = ({ hash, from, to, nonce, value, input }: RpcTransaction, block: number, time: number): Listed => ({
  hash,
  block,
  time,
  from,
  to: to ?? (getContractAddress({ from, nonce: BigInt(nonce) }).toLowerCase() as Address),
  isCreation: to === null,
  value: BigInt(value),
  input,
})

const addressOfTopic = (topic: Hex | undefined): Address => `0x${topic?.slice(-40) ?? ''}`

const transferOf = (log: RpcLog, times: Map<number, number>): Transfer => ({
  token: log.address,
  from: addressOfTopic(log.topics[1]),
  to: addressOfTopic(log.topics[2]),
  value: log.data === '0x' ? 0n : BigInt(log.data.slice(0, 66)),
  hash: log.transactionHash,
  block: Number(log.blockNumber),
  time: times.get(Number(log.blockNumber)) ?? 0,
})
