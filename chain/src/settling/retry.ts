import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { advanceSettlements, settlementsOf } from '@ingot/ledger/settlement'
import { sql } from 'kysely'

/** Queues an entry again whose settlement has failed, once what was wrong is mended. */
export const retrySettlement = (db: Db, entry: bigint): Promise<void> =>
  inTransaction(db, async (tx) => {
    const settlements = await settlementsOf(tx, [entry])
    if (settlements.length === 0) throw new ProblemForPeople(`Entry ${entry} has nothing to settle.`)
    if (settlements.some(({ state }) => state !== 'failed'))
      throw new ProblemForPeople(`Entry ${entry} has not failed: it is ${settlements[0]?.state}.`)
    const returned = await sql`
      select from ledger_entries where reference = ${`send-returned:${entry}`}`.execute(tx)
    // The customer may have spent it by now.
    if (returned.rows.length > 0)
      throw new ProblemForPeople(`Entry ${entry} was a send that went back to its customer, who can send again.`)
    await advanceSettlements(tx, [entry], { state: 'queued' })
  })
