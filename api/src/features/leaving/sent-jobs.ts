import { job } from '@ingot/db/jobs'

/** Tells a customer what became of an archive. */
export const packMail = job<{ customer: string; kind: 'ready' | 'failed'; pack: string }>({
  name: 'exit-pack-mail',
  attempts: 12,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 3600,
})

/** The last mail, to an address that is nobody's any more: so it stands in the job, which is gone within a day after it is sent. */
export const closedMail = job<{ email: string; at: string; keptUntil: string | null }>({
  name: 'account-closed-mail',
  attempts: 12,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 3600,
})

export const leavingSentJobs = [packMail, closedMail]
