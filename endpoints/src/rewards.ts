import * as z from 'zod/mini'
import { issuedDocument, wish } from './documents.ts'
import { data, endpoint } from './endpoint.ts'
import { fileOf, listOf, period } from './list.ts'
import { feeShare, reward, rewardAssets, rewardStates, rewardSums, rewardYear } from './reward-fields.ts'

// Rewards for bringing others: a share of the fees that the house really earned from them.

/** The name by which decisions and queues know a reward that is held. */
export const heldRewardThing = (id: string): string => `reward:${id}`

const reading = { method: 'GET', gate: 'verified', fallback: 'Failed', onFailure: 'raise' } as const

export const readRewardSums = endpoint({
  ...reading,
  name: 'readRewardSums',
  path: '/reward-sums',
  summary: 'What the customer’s rewards come to, asset by asset, and the rules as they are now.',
  reply: data(rewardSums),
  errors: [],
})

const rewardFilter = {
  state: z.optional(z.enum(rewardStates)),
  asset: z.optional(z.enum(rewardAssets)),
  ...period,
}

export const listRewards = endpoint({
  ...listOf(rewardFilter, reward),
  name: 'listRewards',
  path: '/rewards',
  summary:
    'The customer’s rewards, newest first: of what kind of event and which day, and nothing else of whoever was brought.',
  gate: 'verified',
  reads: 'replica',
})

export const rewardFile = endpoint({
  ...fileOf(rewardFilter),
  name: 'rewardFile',
  path: '/rewards.csv',
  summary: 'The same as a table.',
  gate: 'verified',
  reads: 'replica',
})

export const listRewardYears = endpoint({
  ...reading,
  name: 'listRewardYears',
  path: '/reward-years',
  summary: 'The years in which rewards were paid or taken back, newest first.',
  reply: data(z.array(rewardYear)),
  errors: [],
})

export const makeRewardReport = endpoint({
  name: 'makeRewardReport',
  leaves: true,
  method: 'POST',
  path: '/documents/reward-report',
  summary:
    'What was paid and taken back in a year, for the tax declaration: a signed paper, and its table. Whoever asks again while nothing has changed gets the same one.',
  gate: 'verified',
  body: z.strictObject({ year: z.int().check(z.minimum(2020), z.maximum(2200)), ...wish }),
  reply: data(issuedDocument),
  errors: ['NotFound', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const readFeeShare = endpoint({
  name: 'readFeeShare',
  method: 'GET',
  path: '/fee-share',
  summary: 'For anyone: what of this year’s fees was paid to those who brought customers; null where that is not told.',
  gate: 'public',
  reply: data(z.nullable(feeShare)),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})
