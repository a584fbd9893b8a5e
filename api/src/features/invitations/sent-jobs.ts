import { job } from '@ingot/db/jobs'

export const invitationMail = job<{ invitation: string }>({
  name: 'invitation-mail',
  atOnce: 5,
  attempts: 5,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 600,
})

export const invitationSentJobs = [invitationMail]
