import { job } from '@ingot/db/jobs'

export const statementMail = job<{ customer: string; document: string; month: string }>({
  name: 'statement-mail',
  attempts: 12,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 3600,
})

export const statementSentJobs = [statementMail]
