import { job } from '@ingot/db/jobs'

export type RemittanceMail = 'booked' | 'held' | 'returned' | 'expired' | 'reversed'

/** Mails about remittances. What they say is read by the worker, and stands in no job. */
export const remittanceMail = job<{ customer: string; remittance: string; kind: RemittanceMail }>({
  name: 'remittance-mail',
  attempts: 12,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 3600,
})

export const remittanceSentJobs = [remittanceMail]
