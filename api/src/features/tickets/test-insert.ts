import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { insertTicket } from './store.ts'

/** For tests: as if the customer had asked. */
export const insertTestTicket = async ({ db, now }: { db: Db; now: () => Date }, customer: string): Promise<string> => {
  const id = randomUUID()
  const asked = { customer, sealed: null, topic: 'other', movement: null, follows: null, clock: null } as const
  await inTransaction(db, (tx) => insertTicket(tx, { ...asked, id, at: now() }))
  return id
}
