import { job } from '@ingot/db/jobs'

export type StakingMail =
  | { customer: string; kind: 'ended' | 'renewed' | 'left'; stake: string }
  | { customer: string; kind: 'not-renewed'; stake: string; why: string }
  | { customer: string; kind: 'paid' | 'rejected'; request: string }

/**
 * Mails about stakes, and about what was asked for of rewards. What one is about is read by the worker, and stands in no job; no
 * amount is in it. `why`: the name of the error for which a stake was not renewed.
 */
export const stakingMail = job<StakingMail>({
  name: 'staking-mail',
  attempts: 12,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 3600,
})

export const stakingSentJobs = [stakingMail]
