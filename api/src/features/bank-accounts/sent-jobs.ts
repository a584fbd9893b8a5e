import { job } from '@ingot/db/jobs'

/** Mails about a bank account. What it is about is read by the worker, and stands in no job. */
export const bankAccountMail = job<{
  customer: string
  kind: 'added' | 'verified' | 'rejected' | 'suspended'
  account: string
  at: string
  /** Where it was asked for; empty for what the clock or an operator did. */
  address: string
  agent: string
}>({ name: 'bank-account-mail', attempts: 12, retryDelaySeconds: 5, retryDelayMaxSeconds: 3600 })

export const bankAccountSentJobs = [bankAccountMail]
