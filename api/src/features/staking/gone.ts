import { inTransaction } from '@ingot/db/transaction'
import { findGone } from '../rewards/requested-store.ts'
import { endUnpaid, lockOne } from './requests.ts'
import { stakingMail } from './sent-jobs.ts'
import type { Staking } from './staking.ts'

const why = 'A fee that it came from went back. What is left can be claimed again.'

/** Ends requests that ask for a reward whose fee went back: what else they asked for can be claimed again. Says how many. */
export const endGone = async ({ db, now, outbox }: Pick<Staking, 'db' | 'now' | 'outbox'>): Promise<number> => {
  const gone = await findGone(db)
  for (const id of gone)
    await inTransaction(db, async (tx) => {
      const { request } = await lockOne(tx, id)
      // Somebody was quicker: withdrawn or rejected, it has ended as well.
      if (request.state !== 'Requested') return
      await endUnpaid(tx, request, { to: 'Rejected', by: 'clock', at: now(), reason: why })
      await outbox.send(tx, stakingMail, { customer: request.customer, kind: 'rejected', request: id })
    })
  return gone.length
}
