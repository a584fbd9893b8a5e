import { inTransaction } from '@ingot/db/transaction'
import { type Retries, requeueFailed } from '@ingot/ledger/settlement'
import { type Following, followBatches, type Patience } from './follow-batches.ts'
import { makeBatch, readGasTable, type SettlerDeps } from './make-batch.ts'
import { createWaitingAlarm } from './outside-limits.ts'

export type SettlerPolicy = Patience & Retries

/** What suits a chain with blocks of half a second. */
export const settlerPolicy: SettlerPolicy = {
  resendSeconds: 5,
  raiseSeconds: 20,
  highestGasPrice: 20_000_000_000n,
  lostSeconds: 60,
  firstPauseSeconds: 30,
  longestPauseSeconds: 3600,
  most: 12,
}

/**
 * Does on the chain what the ledger has queued. One call of it is one round; every step looks before it acts, so a round
 * may end anywhere and two settlers may be at it at once. Answers how much is still under way.
 */
export function createSettler(deps: SettlerDeps, policy: SettlerPolicy = settlerPolicy) {
  const following: Following = { ...deps, patience: policy, sentAt: new Map() }
  const tellWaiting = createWaitingAlarm(deps)
  let gasTable: bigint[] | undefined
  return async (): Promise<number> => {
    gasTable ??= await readGasTable(deps.node, deps.deployed)
    await inTransaction(deps.db, (tx) => requeueFailed(tx, policy))
    let { made, waiting } = await makeBatch(deps, gasTable)
    while (made) ({ made, waiting } = await makeBatch(deps, gasTable))
    if (waiting) await tellWaiting(waiting)
    return followBatches(following)
  }
}
