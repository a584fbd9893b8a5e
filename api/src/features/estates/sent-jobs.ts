import { job } from '@ingot/db/jobs'

/** Mails about estates. Whom one is for and what it is about is read by the worker, and stands in no job. */
export const estateMail = job<{
  kind:
    | 'reported'
    | 'checking'
    | 'reminder'
    | 'vetoed'
    | 'refused'
    | 'renewed'
    /** To somebody who receives, with a link; and once he has. */
    | 'invitation'
    | 'received'
  estate: string
  /** Who receives. */
  beneficiary?: string
  at: string
}>({ name: 'estate-mail', attempts: 12, retryDelaySeconds: 30, retryDelayMaxSeconds: 3600 })

export const estateSentJobs = [estateMail]
