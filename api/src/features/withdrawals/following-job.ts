import { job } from '@ingot/db/jobs'

/**
 * Reads what the carrier knows of a parcel, and brings the withdrawal to that. The first time it has the number followed. May be left
 * in the outbox by whoever hands a parcel to the carrier, and whenever something may have changed. What the clock has asked for comes
 * again, so one of them may fail.
 */
export const followParcel = job<{ withdrawal: string; comesAgain?: true }>({
  name: 'follow-parcel',
  atOnce: 5,
  attempts: 12,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 3600,
})

export const followingSentJobs = [followParcel]
