import { inTransaction } from '@ingot/db/transaction'
import { post } from '@ingot/ledger/post'
import { beginFreeing, endShifting } from '../holdings/clearing.ts'
import { sumOnTheWay } from './back-store.ts'
import { followPayment } from './following.ts'
import { type Payments, tell } from './payments.ts'
import * as store from './store.ts'

/** Frees the grams of one whose time is over, after the processor was asked whether anything went back or is disputed. */
export const clearPayment = async (payments: Payments, id: string): Promise<void> => {
  const { db, now, processor } = payments
  const before = await store.findPayment(db, id)
  if (!processor || before?.isLive !== processor.isLive) return
  await followPayment(payments, id)
  await inTransaction(db, async (tx) => {
    const at = now()
    const row = await store.lockPayment(tx, id)
    if (row?.state !== 'Booked' || !row.clearsAt || row.clearsAt > at || row.holding === null) return
    // What is about to go back must not be gone by then.
    if ((await sumOnTheWay(tx, id)) > 0n) return
    const { customer, holding } = row
    const freeing = await beginFreeing(tx, { customer, holding })
    if (freeing.moves.length > 0)
      await post(tx, {
        ...{ reference: `payment-cleared:${id}`, kind: 'payment-cleared', causedBy: 'clock', moves: freeing.moves },
        details: { payment: row.number },
      })
    await endShifting(tx, freeing)
    await store.moveTo(tx, id, { to: 'Cleared', reason: null }, { by: 'clock', at })
    await tell(tx, payments, row, 'cleared')
  })
}
