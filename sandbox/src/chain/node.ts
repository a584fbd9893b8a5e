import type { Address, Hex } from 'viem'
import { BLOCKS_TO_FINALITY, type Head } from './chain-state.ts'
import { openHistory } from './history.ts'
import { openIntake } from './intake.ts'
import { openMiner, openTurns } from './miner.ts'
import type { Pool } from './pool.ts'
import type { SignedTransaction } from './transaction.ts'

export type ChainNode = {
  keys: { faucet: Hex; feeder: Hex }
  pool: Pool
  head(): Head
  finalized(): number
  /** Asks the engine, after the block that is being made, if one is. */
  read<T>(method: string, params: unknown[]): Promise<T>
  /** Takes a signed transaction; resolves with its hash when it is on disk. Told to forget, it takes it and loses it. */
  submit(raw: Hex, told?: { forget: boolean }): Promise<Hex>
  /** The nonce of a sender's next transaction, after those that are waiting. */
  nextNonce(from: Address): Promise<number>
  /** A transaction that is waiting, and on disk. */
  waiting(hash: Hex): Promise<SignedTransaction | undefined>
  /** Replaces the last blocks by empty ones; their transactions wait again, or are forgotten. */
  reorganise(order: { depth: number; drop: boolean }): Promise<Head>
  /** Calls the listener for each new head, until the returned function is called. */
  onBlock(listener: (head: Head) => void): () => void
  stop(): Promise<void>
}

export type NodeSettings = { journal: string; blockSeconds(): number; now(): number }

export const openNode = async ({ journal: path, blockSeconds, now }: NodeSettings): Promise<ChainNode> => {
  const seconds = (): number => Math.floor(now() / 1_000)
  const { genesis, state, journal } = await openHistory(path, seconds())
  const { engine, pool } = state
  const turns = openTurns()
  const listeners = new Set<(head: Head) => void>()
  /** The head as others see it, which a change under way does not touch. */
  let shown = state.head()
  const announce = (): void => {
    shown = state.head()
    for (const listener of listeners) listener(shown)
  }
  const miner = openMiner({ state, journal, turns, blockSeconds, seconds, announce })
  const intake = openIntake({ state, journal, turns })

  const reorganise = async ({ depth, drop }: { depth: number; drop: boolean }): Promise<void> => {
    if (depth > state.head().number) throw new RangeError(`there are only ${state.head().number} blocks`)
    const reorg = { depth, drop, time: seconds() }
    // Written before it is done: it cannot be refused, and the engine does it the same way at the next start.
    await journal.append({ reorg })
    await state.reorganise(reorg)
    announce()
  }

  miner.schedule()
  return {
    keys: { faucet: genesis.faucetKey, feeder: genesis.feederKey },
    pool,
    head: () => shown,
    finalized: () => Math.max(0, shown.number - BLOCKS_TO_FINALITY),
    async read(method, params) {
      await turns.still()
      return engine.request(method, params)
    },
    async submit(raw, { forget } = { forget: false }) {
      const hash = await intake.take(raw, forget)
      miner.schedule()
      return hash
    },
    nextNonce: intake.nextNonce,
    async waiting(hash) {
      await journal.settled()
      await turns.still()
      return pool.find(hash)
    },
    async reorganise(order) {
      await turns.changeHead(() => reorganise(order))
      miner.schedule()
      return shown
    },
    onBlock(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async stop() {
      miner.stop()
      await turns.take(async () => undefined)
      await journal.close()
      await engine.close()
    },
  }
}
