import type { Address, Hex } from 'viem'
import type { Contracts } from './contracts.ts'
import { type Decoder, openDecoder } from './explorer-decode.ts'
import { type ExplorerIndex, type Listed, openExplorerIndex, type Transfer } from './explorer-index.ts'
import { openTokens, type Token, type Tokens } from './explorer-tokens.ts'
import { bnb, type Names, type TransactionRow } from './explorer-views.ts'
import type { ChainNode } from './node.ts'
import type { SignedTransaction } from './transaction.ts'

export const PAGE_LENGTH = 25

/** What the pages of the explorer are made from. */
export type Explorer = {
  node: ChainNode
  contracts: Contracts
  index: ExplorerIndex
  tokens: Tokens
  decoder: Decoder
  names: Names
  /** Adds to each what became of it and what it did. */
  rows(listed: Listed[]): Promise<TransactionRow[]>
  waitingRows(transactions: SignedTransaction[]): Promise<TransactionRow[]>
  transferRows(transfers: Transfer[]): Promise<{ transfer: Transfer; token: Token | null }[]>
}

type House = { faucet: Address; feeder: Address }

export const openExplorer = (node: ChainNode, contracts: Contracts, house: House): Explorer => {
  const tokens = openTokens(node)
  const decoder = openDecoder(node, contracts, tokens)

  const houseName = (address: string): string | null =>
    Object.entries(house).find(([, own]) => own.toLowerCase() === address.toLowerCase())?.[0] ?? null

  const describe = async (to: Address | null, input: Hex, value: bigint): Promise<string> => {
    if (to === null) return 'New contract'
    if (input === '0x') return bnb(value)
    return (await decoder.callName(to, input)) ?? input.slice(0, 10)
  }

  const row = async (one: Listed): Promise<TransactionRow> => {
    const receipt = await node.read<{ status: Hex } | null>('eth_getTransactionReceipt', [one.hash])
    return {
      hash: one.hash,
      state: receipt?.status === '0x0' ? 'reverted' : 'success',
      what: await describe(one.isCreation ? null : one.to, one.input, one.value),
      from: one.from,
      to: one.isCreation ? null : one.to,
      block: one.block,
      time: one.time,
    }
  }

  return {
    node,
    contracts,
    index: openExplorerIndex(node),
    tokens,
    decoder,
    names: (address) => contracts.at(address)?.name ?? houseName(address),
    rows: (listed) => Promise.all(listed.map(row)),
    waitingRows: (transactions) =>
      Promise.all(
        transactions.map(async ({ hash, from, to, input, value }) => ({
          hash,
          state: 'waiting' as const,
          what: await describe(to, input, value),
          from,
          to,
          block: null,
          time: null,
        })),
      ),
    transferRows: (transfers) =>
      Promise.all(transfers.map(async (transfer) => ({ transfer, token: await tokens.tokenAt(transfer.token) }))),
  }
}

/** One page of a list that is kept oldest first, with the newest on the first page. */
export const pageFromEnd = <T>(list: T[], page: number): { shown: T[]; hasMore: boolean } => {
  const end = Math.max(0, list.length - (page - 1) * PAGE_LENGTH)
  const start = Math.max(0, end - PAGE_LENGTH)
  return { shown: list.slice(start, end).reverse(), hasMore: start > 0 }
}
