import { handler } from '@ingot/db/jobs'
import type { Mailer } from '@ingot/providers/mail/mail'
import type { Deps } from '../../feature.ts'
import { createMailing } from '../../mail/mailing.ts'
import * as mails from '../../mail/payment-mails.ts'
import { listCustomers } from '../identity/store.ts'
import { paymentsOf } from './payments.ts'
import { type PaymentMail, paymentMail } from './sent-jobs.ts'
import { findPayment, type Payment } from './store.ts'

const words: Record<PaymentMail, (told: mails.PaymentTold) => ReturnType<typeof mails.paymentBooked>> = {
  booked: mails.paymentBooked,
  held: mails.paymentHeld,
  cleared: mails.paymentCleared,
  refunded: mails.paymentRefunded,
  disputed: mails.paymentDisputed,
  won: mails.paymentWon,
  lost: mails.paymentLost,
}

/** It may have changed since: what is no longer true is not told. */
const isTrue = ({ state }: Payment, kind: PaymentMail): boolean => {
  if (kind === 'held') return state === 'Held'
  return kind !== 'disputed' || state === 'Disputed'
}

export const paymentMailJobs = (deps: Deps & { mailer: Mailer }) => {
  const { db, site } = paymentsOf(deps)
  const send = createMailing(deps.config, deps.mailer)
  return [
    handler(paymentMail, async ({ customer, payment, kind }, id) => {
      const [known] = await listCustomers(db, [customer])
      const row = await findPayment(db, payment)
      if (!known || !row || !isTrue(row, kind)) return
      const link = `${site}/payment-success?payment=${payment}`
      await send(id, known.email, words[kind]({ reason: row.reason, link }))
    }),
  ]
}
