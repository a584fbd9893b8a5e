import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import { ProcessorRefused } from '@ingot/providers/payments/port'
import type { Deps } from '../../feature.ts'
import { findUnsent, readUnsent, saveFailed, saveSent } from './back-store.ts'
import { type Payments, paymentsOf } from './payments.ts'
import { followOne } from './sent-jobs.ts'
import { findPayment, save } from './store.ts'

const hourMs = 3600_000

/** Processors forget keys after a day, and a refund that is asked for again after that might be sent twice. */
const askedForHours = 20
/** By then it is found among what went back, or never happened. */
const lookedAtAfterHours = 1.5

const fail = async (payments: Payments, refund: { id: string; payment: string }, why: string) => {
  payments.log.error({ payment: refund.payment, why }, 'a refund was not sent')
  await inTransaction(payments.db, (tx) => saveFailed(tx, refund.id, why))
}

/**
 * Asks the processor to send money back to a card. Asked again, also after a crash, it is the same refund there. The books
 * follow what the processor says of it, as with any other.
 */
const sendRefund = async (payments: Payments, id: string): Promise<void> => {
  const { db, processor, outbox } = payments
  const refund = await findUnsent(db, id)
  const intent = refund && (await findPayment(db, refund.payment))?.intent
  if (!refund || !intent || !processor) return
  const at = payments.now()
  if (at.getTime() - refund.askedAt.getTime() > askedForHours * hourMs)
    return fail(payments, refund, 'the processor could not be asked in time')
  try {
    const sent = await processor.refund({ intent, cents: refund.cents, key: id })
    await inTransaction(db, async (tx) => {
      await saveSent(tx, id, sent.id, at)
      await save(tx, refund.payment, { look_at: new Date(at.getTime() + lookedAtAfterHours * hourMs) })
      await outbox.send(tx, followOne, { payment: refund.payment })
    })
  } catch (error) {
    if (!(error instanceof ProcessorRefused)) throw error
    await fail(payments, refund, error.code)
  }
}

const sendAll = job({
  name: 'send-card-refunds',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})

export const refundJobs = (deps: Deps) => {
  const payments = paymentsOf(deps)
  return [
    handler(
      sendAll,
      createSweep({
        name: 'sending a refund to a card',
        due: (after, most) => readUnsent(payments.db, after, most),
        work: ({ id }) => sendRefund(payments, id),
        log: deps.log,
      }),
    ),
  ]
}
