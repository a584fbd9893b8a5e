import { job } from '@ingot/db/jobs'
import type { AlertKind } from '@ingot/endpoints/alerts'

/** The level that was reached, in dollars for a gram or in per cent, and the price of a gram at a moment. */
export const alertMail = job<{ customer: string; kind: AlertKind; level: string; price: string; at: string }>({
  name: 'price-alert-mail',
  attempts: 5,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 600,
})

export const alertSentJobs = [alertMail]
