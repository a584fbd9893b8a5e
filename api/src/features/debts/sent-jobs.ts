import { job } from '@ingot/db/jobs'

/** Mails about what is owed. What they say is read by the worker, and stands in no job. */
export const debtMail = job<{ customer: string; kind: 'owed' | 'settled'; debt?: string }>({
  name: 'debt-mail',
  attempts: 12,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 3600,
})

export const debtSentJobs = [debtMail]
