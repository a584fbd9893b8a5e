import { job } from '@ingot/db/jobs'

/** Tells one operator what somebody did alone where it usually takes two. */
export const aloneMail = job<{ operator: string; line: string }>({
  name: 'alone-mail',
  attempts: 12,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3600,
})
