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

/** Has the provider ask a customer for everything again, who was let in when an operator wanted it. */
export const resetApplicant = job<{ customer: string; askedAt: string }>({
  name: 'reset-kyc-applicant',
  attempts: 10,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 900,
})

/** Tells a customer how the check ended, or that there will be another. Why stands on the page only. */
export const kycMail = job<{ customer: string; outcome: 'verified' | 'again' | 'declined' | 'anew' }>({
  name: 'kyc-mail',
  attempts: 12,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 3600,
})

export const kycSentJobs = [askProvider, resetApplicant, kycMail]
