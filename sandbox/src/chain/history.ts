import { randomBytes } from 'node:crypto'
import { type Address, bytesToHex, type Hex } from 'viem'
import { type BlockLine, type ChainState, openChainState, type ReorgLine } from './chain-state.ts'
import { openEngine } from './engine.ts'
import { DamagedJournal, type Journal, openJournal } from './journal.ts'
import { restoreTransaction } from './transaction.ts'

/** What the chain began with: its first second, and the keys of those who have money from the beginning. */
type Genesis = { time: number; faucetKey: Hex; feederKey: Hex }

export type Line =
  | { genesis: Genesis }
  | { transaction: { from: Address; raw: Hex } }
  | { block: BlockLine }
  | { reorg: ReorgLine }
  | { forget: Hex }

type History = { genesis: Genesis; state: ChainState; journal: Journal<Line> }

const newKey = (): Hex => bytesToHex(randomBytes(32))

const begin = async ({ time, faucetKey, feederKey }: Genesis): Promise<ChainState> =>
  openChainState(await openEngine({ time, keys: [faucetKey, feederKey] }))

const apply = async (state: ChainState, line: Line): Promise<void> => {
  if ('transaction' in line) state.pool.put(restoreTransaction(line.transaction.raw, line.transaction.from))
  else if ('block' in line) await state.rebuild(line.block)
  else if ('reorg' in line) await state.reorganise(line.reorg)
  else if ('forget' in line) state.pool.remove([line.forget])
  else throw new DamagedJournal('the journal begins twice')
}

/** The state to which the lines of the journal lead; a new chain begins at `time`. */
export const openHistory = async (path: string, time: number): Promise<History> => {
  let past: { genesis: Genesis; state: ChainState } | undefined
  const journal = await openJournal<Line>(path, async (line) => {
    if (past !== undefined) await apply(past.state, line)
    else if ('genesis' in line) past = { genesis: line.genesis, state: await begin(line.genesis) }
    else throw new DamagedJournal('the journal does not begin with the beginning')
  })
  if (past !== undefined) return { ...past, journal }
  const genesis = { time, faucetKey: newKey(), feederKey: newKey() }
  await journal.append({ genesis })
  return { genesis, state: await begin(genesis), journal }
}
