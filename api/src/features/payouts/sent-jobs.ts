import { job } from '@ingot/db/jobs'

/** Mails about payouts. What one is about is read by the worker, and stands in no job. */
export const payoutMail = job<{
  customer: string
  kind: 'requested' | 'ended' | 'sent' | 'paid' | 'returned'
  payout: string
  at: string
  address: string
  agent: string
}>({ name: 'payout-mail', attempts: 12, retryDelaySeconds: 30, retryDelayMaxSeconds: 3600 })

export const payoutSentJobs = [payoutMail]
