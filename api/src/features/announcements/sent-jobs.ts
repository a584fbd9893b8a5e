import { job } from '@ingot/db/jobs'

export const newsMail = job<{ customer: string; announcement: string }>({
  name: 'news-mail',
  attempts: 5,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 600,
})

export const announcementSentJobs = [newsMail]
