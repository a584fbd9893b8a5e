import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import { ProcessorUnavailable } from '@ingot/providers/payments/port'
import type { Deps } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { clearPayment } from './clearing.ts'
import { deleteEvents } from './events-store.ts'
import { followPayment } from './following.ts'
import { readEvents } from './messages.ts'
import { paymentsOf } from './payments.ts'
import { nextLook } from './rules.ts'
import { followOne } from './sent-jobs.ts'
import * as store from './store.ts'

const once = { attempts: 1, retryDelaySeconds: 30, retryDelayMaxSeconds: 60 }
const bookAll = job({ name: 'book-payments', ...once, schedule: '* * * * *' })
const lookAll = job({ name: 'look-at-payments', ...once, schedule: '* * * * *' })
const clearAll = job({ name: 'clear-payments', ...once, schedule: '* * * * *' })
const readAll = job({ name: 'read-payment-events', ...once, schedule: '13 * * * *' })
const purge = job({ name: 'purge-payments', ...once, schedule: '37 4 * * *' })

/** What is done with card payments later and by the clock. */
export const paymentJobs = (deps: Deps) => {
  const payments = paymentsOf(deps)
  const { db, now, outbox, log } = payments

  const book = createSweep({
    name: 'booking a card payment',
    due: (after, most) => store.dueToTry(db, now(), after, most),
    work: ({ id }) => followPayment(payments, id),
    log,
  })
  const look = createSweep({
    name: 'looking at a card payment',
    due: (after, most) => store.dueToLook(db, now(), after, most),
    work: ({ id, state }) =>
      inTransaction(db, async (tx) => {
        await store.save(tx, id, { look_at: nextLook(state, now()) })
        await outbox.send(tx, followOne, { payment: id })
      }),
    log,
  })
  const clear = createSweep({
    name: 'clearing a card payment',
    due: (after, most) => store.dueToClear(db, now(), after, most),
    work: ({ id }) => clearPayment(payments, id),
    log,
  })

  return [
    handler(followOne, ({ payment, checkout, comesAgain }) =>
      followPayment(payments, payment, checkout).catch((error) => {
        if (!comesAgain || !(error instanceof ProcessorUnavailable)) throw error
        log.warn({ err: error, payment }, 'the card processor did not answer; it will be asked again')
      }),
    ),
    handler(bookAll, book),
    handler(lookAll, look),
    handler(clearAll, clear),
    handler(readAll, () => readEvents(payments)),
    handler(purge, () =>
      deleteEvents(db, new Date(now().getTime() - policy.paymentDates.eventsKeptDays * 24 * 3600_000)),
    ),
  ]
}
