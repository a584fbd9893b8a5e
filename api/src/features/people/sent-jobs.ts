import { job } from '@ingot/db/jobs'

/** The link is made by the worker and stands in no job. */
export const invitationMail = job<{ invitation: string }>({
  name: 'operator-invitation-mail',
  attempts: 12,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3600,
})
