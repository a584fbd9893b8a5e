import type { Address, Hex } from 'viem'
import { BLOCK_GAS_LIMIT } from './engine.ts'
import { refused } from './rpc-error.ts'
import type { SignedTransaction } from './transaction.ts'

const MAX_WAITING = 10_000
const MAX_WAITING_OF_ONE = 2_000
/** How much more a replacement has to pay, in percent. */
const PRICE_BUMP = 10n

type Account = { nonce: number; balance: bigint }

/** Transactions that were accepted and are in no block yet. */
export type Pool = {
  /** Adds it, in place of one with the same nonce, or refuses it as geth does. */
  add(transaction: SignedTransaction, account: Account): void
  /** Puts it there without asking, as the journal says it once was. */
  put(transaction: SignedTransaction): void
  find(hash: Hex): SignedTransaction | undefined
  remove(hashes: Hex[]): void
  /** The nonce that follows what is waiting without a gap. */
  nextNonce(from: Address, stateNonce: number): number
  senders(): Address[]
  /** What fits into the next block, the best paid first, each sender's in the order of nonces. */
  select(stateNonces: Map<Address, number>): SignedTransaction[]
  /** What can no longer be mined, since another with its nonce was. */
  outdated(stateNonces: Map<Address, number>): Hex[]
  /** Newest first. */
  list(): SignedTransaction[]
  count(): number
}

const costOf = (transaction: SignedTransaction): bigint => transaction.gas * transaction.feeCap + transaction.value

const isEnoughMore = (offered: bigint, standing: bigint): boolean =>
  offered > standing && offered * 100n >= standing * (100n + PRICE_BUMP)

export const openPool = (): Pool => {
  const byHash = new Map<Hex, SignedTransaction>()
  const bySender = new Map<Address, Map<number, SignedTransaction>>()

  const remove = (hash: Hex): void => {
    const transaction = byHash.get(hash)
    if (transaction === undefined) return
    byHash.delete(hash)
    const queue = bySender.get(transaction.from)
    queue?.delete(transaction.nonce)
    if (queue?.size === 0) bySender.delete(transaction.from)
  }

  const put = (transaction: SignedTransaction): void => {
    const standing = bySender.get(transaction.from)?.get(transaction.nonce)
    if (standing !== undefined) remove(standing.hash)
    const queue = bySender.get(transaction.from) ?? new Map<number, SignedTransaction>()
    bySender.set(transaction.from, queue.set(transaction.nonce, transaction))
    byHash.set(transaction.hash, transaction)
  }

  const check = (transaction: SignedTransaction, account: Account): void => {
    const { hash, from, nonce } = transaction
    if (byHash.has(hash)) throw refused('already known')
    if (nonce < account.nonce) throw refused(`nonce too low: address ${from}, tx: ${nonce} state: ${account.nonce}`)
    const queue = bySender.get(from)
    const standing = queue?.get(nonce)
    const others = [...(queue?.values() ?? [])].filter((other) => other !== standing)
    const cost = others.reduce((sum, other) => sum + costOf(other), costOf(transaction))
    if (cost > account.balance)
      throw refused(`insufficient funds for gas * price + value: balance ${account.balance}, tx cost ${cost}`)
    if (standing === undefined) {
      if (byHash.size >= MAX_WAITING || others.length >= MAX_WAITING_OF_ONE) throw refused('txpool is full')
    } else if (!isEnoughMore(transaction.feeCap, standing.feeCap) || !isEnoughMore(transaction.tip, standing.tip)) {
      throw refused('replacement transaction underpriced')
    }
  }

  return {
    add(transaction, account) {
      check(transaction, account)
      put(transaction)
    },
    put,
    find: (hash) => byHash.get(hash),
    remove(hashes) {
      for (const hash of hashes) remove(hash)
    },
    nextNonce(from, stateNonce) {
      const queue = bySender.get(from)
      let nonce = stateNonce
      while (queue?.has(nonce)) nonce += 1
      return nonce
    },
    senders: () => [...bySender.keys()],
    select(stateNonces) {
      const arrival = new Map([...byHash.keys()].map((hash, index) => [hash, index]))
      const isBetter = (one: SignedTransaction, other: SignedTransaction): boolean =>
        one.tip === other.tip ? (arrival.get(one.hash) ?? 0) < (arrival.get(other.hash) ?? 0) : one.tip > other.tip
      const first = [...stateNonces].flatMap(([from, nonce]) => bySender.get(from)?.get(nonce) ?? [])
      const candidates = new Set(first)
      const chosen: SignedTransaction[] = []
      let gasLeft = BLOCK_GAS_LIMIT
      while (candidates.size > 0) {
        const best = [...candidates].reduce((one, other) => (isBetter(other, one) ? other : one))
        candidates.delete(best)
        if (best.gas > gasLeft) continue
        gasLeft -= best.gas
        chosen.push(best)
        const following = bySender.get(best.from)?.get(best.nonce + 1)
        if (following !== undefined) candidates.add(following)
      }
      return chosen
    },
    outdated: (stateNonces) =>
      [...byHash.values()].filter(({ from, nonce }) => nonce < (stateNonces.get(from) ?? 0)).map(({ hash }) => hash),
    list: () => [...byHash.values()].reverse(),
    count: () => byHash.size,
  }
}
