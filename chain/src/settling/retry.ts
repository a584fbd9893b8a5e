import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { queueAgain } from '@ingot/ledger/lagging'

/** Queues an entry again whose settlement has failed, once what was wrong is mended. */
export const retrySettlement = async (db: Db, entry: bigint): Promise<void> => {
  const outcome = await inTransaction(db, (tx) => queueAgain(tx, entry))
  if (outcome === 'done') return
  if (outcome === 'nothing') throw new ProblemForPeople(`Entry ${entry} has nothing to settle.`)
  if (outcome === 'returned')
    throw new ProblemForPeople(`Entry ${entry} was a send that went back to its customer, who can send again.`)
  throw new ProblemForPeople(`Entry ${entry} has not failed: it is ${outcome}.`)
}
