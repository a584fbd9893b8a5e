import { job } from '@ingot/db/jobs'

/** Mails about nominees. Who they are is in no job and in no mail. */
export const nomineeMail = job<{
  customer: string
  kind: 'confirmed' | 'in-force' | 'withdrawn' | 'reminder'
  set: string
  at: string
  /** Where it was asked for; empty for what the clock did. */
  address: string
  agent: string
}>({ name: 'nominee-mail', attempts: 12, retryDelaySeconds: 30, retryDelayMaxSeconds: 3600 })

export const nomineeSentJobs = [nomineeMail]
