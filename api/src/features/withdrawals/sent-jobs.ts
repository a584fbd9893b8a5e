import { job } from '@ingot/db/jobs'

/** Mails about bars that leave. What one is about is read by the worker, and stands in no job. */
export const withdrawalMail = job<{
  customer: string
  kind:
    | 'address-added'
    | 'requested'
    | 'ended'
    | 'sent'
    | 'ready'
    | 'delivered'
    | 'late'
    | 'lost'
    | 'returned'
    | 'credited'
    | 'replaced'
  /** The withdrawal, or the address. */
  withdrawal: string
  at: string
  /** Where it was asked for; empty for what the clock, the carrier or an operator did. */
  address: string
  agent: string
}>({ name: 'withdrawal-mail', attempts: 12, retryDelaySeconds: 30, retryDelayMaxSeconds: 3600 })

export const withdrawalSentJobs = [withdrawalMail]
