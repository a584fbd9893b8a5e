import { job } from '@ingot/db/jobs'

/**
 * Asks the provider how far the check of a customer is. Its answer decides; why it was asked does not. What comes again by
 * itself, because a page polls or the clock strikes, is not tried again: while the provider is down it would pile up.
 */
export const askProvider = job<{ customer: string; comesAgain?: true }>({
  name: 'ask-kyc-provider',
  atOnce: 10,
  attempts: 10,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 900,
})

/** Tells a customer how the check ended. Why stands on the page only. */
export const kycMail = job<{ customer: string; outcome: 'verified' | 'again' | 'declined' }>({
  name: 'kyc-mail',
  attempts: 12,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3600,
})

export const kycSentJobs = [askProvider, kycMail]
