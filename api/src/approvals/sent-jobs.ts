import { job } from '@ingot/db/jobs'

/** Tells an operator that something waits. What it is about beyond its title stands behind the login. */
export const approvalMail = job<{ approval: string; operator: string; title: string }>({
  name: 'approval-mail',
  attempts: 12,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3600,
})
