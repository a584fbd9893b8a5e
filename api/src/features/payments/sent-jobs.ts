import { job } from '@ingot/db/jobs'

export type PaymentMail = 'booked' | 'held' | 'cleared' | 'refunded' | 'disputed' | 'won' | 'lost'

/** Mails about card payments. What they say is read by the worker, and stands in no job. */
export const paymentMail = job<{ customer: string; payment: string; kind: PaymentMail }>({
  name: 'payment-mail',
  attempts: 12,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 3600,
})

/**
 * Reads what the processor knows of a payment, and brings the books to that. A message may name the processor's page before we
 * have written it down ourselves. What a page causes comes again by itself while the page is open.
 */
export const followOne = job<{ payment: string; checkout?: string; comesAgain?: true }>({
  name: 'follow-payment',
  atOnce: 10,
  attempts: 12,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3600,
})

export const paymentSentJobs = [paymentMail, followOne]
