import { type Address, type Hex, numberToHex } from 'viem'
import type { Engine, RpcBlock } from './engine.ts'
import { DamagedJournal } from './journal.ts'
import { openPool, type Pool } from './pool.ts'
import type { SignedTransaction } from './transaction.ts'

/** So many blocks after its own a block is final, as on BNB Smart Chain. */
export const BLOCKS_TO_FINALITY = 2

export type Head = { number: number; hash: Hex; time: number }

/** What the journal keeps of a block: enough to make it again, and to see that it is the same. */
export type BlockLine = {
  time: number
  branch: number
  hash: Hex
  transactions: Hex[]
  /** Waiting ones that could not be mined any more and were given up. */
  dropped: Hex[]
}

export type ReorgLine = { depth: number; drop: boolean; time: number }

/** A block that the engine has made but nobody has seen. */
type BuiltBlock = {
  line: BlockLine
  transactions: SignedTransaction[]
  /** Of the state before it. */
  snapshot: string
  undo(): Promise<void>
}

/** The engine and what is waiting: all that changes by the lines of the journal, and by nothing else. */
export type ChainState = {
  engine: Engine
  pool: Pool
  head(): Head
  /** Whether another block is due: something can be mined, or something mined is not final. */
  needsBlock(): Promise<boolean>
  /** Makes a block of what is waiting. It counts once it is adopted. */
  build(time: number): Promise<BuiltBlock>
  adopt(block: BuiltBlock): void
  /** Makes the block of this line again. */
  rebuild(line: BlockLine): Promise<void>
  reorganise(line: ReorgLine): Promise<void>
}

export const openChainState = async (engine: Engine): Promise<ChainState> => {
  const pool = openPool()
  const genesis = await engine.request<RpcBlock>('eth_getBlockByNumber', ['0x0', false])
  let head: Head = { number: 0, hash: genesis.hash, time: Number(genesis.timestamp) }
  let branch = 0
  /** The newest block that has something in it; the first block of all is final from the beginning. */
  let lastBusy = -BLOCKS_TO_FINALITY
  /** By the number of the head at which each was taken; only what may still be replaced. */
  const snapshots = new Map<number, string>()
  const recent = new Map<number, SignedTransaction[]>()

  const adopt = ({ line, transactions, snapshot }: BuiltBlock): void => {
    pool.remove([...line.transactions, ...line.dropped])
    snapshots.set(head.number, snapshot)
    head = { number: head.number + 1, hash: line.hash, time: line.time }
    branch = line.branch
    if (transactions.length > 0) lastBusy = head.number
    recent.set(head.number, transactions)
    for (const kept of [snapshots, recent]) kept.delete(head.number - BLOCKS_TO_FINALITY - 1)
  }

  return {
    engine,
    pool,
    head: () => head,
    needsBlock: async () =>
      head.number < lastBusy + BLOCKS_TO_FINALITY || pool.select(await noncesOf(engine, pool)).length > 0,
    build: (now) => makeOfWaiting(engine, pool, { time: Math.max(now, head.time), branch }),
    adopt,
    async rebuild(line) {
      const transactions = line.transactions.map((hash) => {
        const transaction = pool.find(hash)
        if (transaction === undefined) throw new DamagedJournal(`block ${head.number + 1} has an unknown transaction`)
        return transaction
      })
      const block = await make(engine, line, transactions, line.dropped)
      if (block.line.hash !== line.hash)
        throw new DamagedJournal(`block ${head.number + 1} came out as ${block.line.hash} instead of ${line.hash}`)
      adopt(block)
    },
    async reorganise({ depth, drop, time }) {
      const target = head.number - depth
      const parent = await engine.request<RpcBlock>('eth_getBlockByNumber', [numberToHex(target), false])
      await engine.revert(snapshots.get(target) ?? '')
      for (let number = target + 1; number <= head.number; number++)
        if (!drop) for (const transaction of recent.get(number) ?? []) pool.put(transaction)
      head = { number: target, hash: parent.hash, time: Number(parent.timestamp) }
      for (let count = 0; count < depth; count++)
        adopt(await make(engine, { time: Math.max(time, head.time), branch: branch + (count === 0 ? 1 : 0) }, [], []))
      // What was replaced has to become final anew.
      lastBusy = head.number
    },
  }
}

type Plan = { time: number; branch: number }

const make = async (
  engine: Engine,
  plan: Plan,
  transactions: SignedTransaction[],
  dropped: Hex[],
): Promise<BuiltBlock & { refused: Hex[] }> => {
  const snapshot = await engine.snapshot()
  const { hash, time, refused } = await engine.mine({ time: plan.time, branch: plan.branch, transactions })
  return {
    line: { time, branch: plan.branch, hash, transactions: transactions.map((each) => each.hash), dropped },
    transactions,
    refused,
    snapshot,
    undo: () => engine.revert(snapshot),
  }
}

const makeOfWaiting = async (engine: Engine, pool: Pool, plan: Plan): Promise<BuiltBlock> => {
  const nonces = await noncesOf(engine, pool)
  const dropped = pool.outdated(nonces)
  for (;;) {
    const chosen = pool.select(nonces).filter(({ hash }) => !dropped.includes(hash))
    const block = await make(engine, plan, withoutGaps(chosen, nonces), dropped)
    if (block.refused.length === 0) return block
    // One that the engine does not take, such as of a sender who spent his money elsewhere, is given up.
    await block.undo()
    dropped.push(...block.refused)
  }
}

const noncesOf = async (engine: Engine, pool: Pool): Promise<Map<Address, number>> => {
  const nonces = new Map<Address, number>()
  for (const from of pool.senders())
    nonces.set(from, Number(await engine.request<Hex>('eth_getTransactionCount', [from, 'latest'])))
  return nonces
}

/** After one that was left out, the later ones of its sender have to wait. */
const withoutGaps = (chosen: SignedTransaction[], nonces: Map<Address, number>): SignedTransaction[] => {
  const next = new Map(nonces)
  return chosen.filter(({ from, nonce }) => {
    if (next.get(from) !== nonce) return false
    next.set(from, nonce + 1)
    return true
  })
}
