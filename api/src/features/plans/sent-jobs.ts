import { job } from '@ingot/db/jobs'

/** Mails about plans. What they say is read by the worker, and stands in no job. */
export const planMail = job<{
  customer: string
  plan: string
  kind: 'first' | 'skipped' | 'paused'
  /** The date that was skipped. */
  due?: string
}>({ name: 'plan-mail', attempts: 12, retryDelaySeconds: 30, retryDelayMaxSeconds: 3600 })

export const planSentJobs = [planMail]
