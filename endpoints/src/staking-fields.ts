import * as z from 'zod/mini'
import { rewardAssets } from './reward-fields.ts'
import { ledgerEntry } from './wallet-fields.ts'

// What the calls about stakes and rewards carry. QMGT is decimal text, exact, with 18 decimals.

/** `Leaving`: notice was given. `Left`: it was over before its term. `Ended`: the term was over. */
export const stakeStates = ['Staked', 'Leaving', 'Left', 'Ended'] as const
export type StakeState = (typeof stakeStates)[number]

export const requestStates = ['Requested', 'Paid', 'Rejected', 'Withdrawn'] as const
export type RequestState = (typeof requestStates)[number]

/** What a request is of: what has vested of stakes, or what came from bringing others. */
export const requestKinds = ['stake', 'referral'] as const
export type RequestKind = (typeof requestKinds)[number]

/** As the customer gets it: QMGT as it is, or sold for USDT at the bid of the moment it is approved. */
const rewardCurrencies = ['QMGT', 'USDT', 'USDAU'] as const
export type RewardCurrency = (typeof rewardCurrencies)[number]

const units = z.string()

/** Everything of the reward is in one of these: together they are the reward, at every moment. */
const rewardFields = {
  /** What the whole term brings, set aside when it began. */
  reward: units,
  /** What has vested and was neither paid nor asked for: it can be claimed. */
  claimable: units,
  requested: units,
  paid: units,
  /** What is still to vest; of one that ended none. */
  toVest: units,
  /** What went back to the pool because it was left early. */
  returned: units,
}

export const stake = z.object({
  id: z.uuid(),
  /** Counts all of them; later ones are higher. */
  number: z.string(),
  state: z.enum(stakeStates),
  units,
  termDays: z.number(),
  /** In basis points of the stake, over the whole term. */
  basisPoints: z.number(),
  beganAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** Whole days since it began that count, at most the term. */
  days: z.number(),
  renews: z.boolean(),
  ...rewardFields,
  /** From when on something can be claimed, if nothing is claimed meanwhile: now, once that is past. Null when nothing is left that ever will be. */
  claimableFrom: z.nullable(z.iso.datetime()),
  /** Only while somebody is leaving, or has left: when notice was given, and when it is free. */
  noticeAt: z.nullable(z.iso.datetime()),
  leavesAt: z.nullable(z.iso.datetime()),
  endedAt: z.nullable(z.iso.datetime()),
  /** The stake that it goes on from, and the one that goes on from it. */
  renewedFrom: z.nullable(z.object({ id: z.uuid(), number: z.string() })),
  renewedBy: z.nullable(z.object({ id: z.uuid(), number: z.string() })),
})
export type Stake = z.output<typeof stake>

/** The sum behind what is asked for of a stake: what has vested when it was asked for, less what was paid and asked for before. */
const behind = z.object({
  staked: units,
  beganAt: z.iso.datetime(),
  termDays: z.number(),
  basisPoints: z.number(),
  reward: units,
  /** Whole days that counted by then. */
  days: z.number(),
  vested: units,
  paidBefore: units,
  askedBefore: units,
})
export type Behind = z.output<typeof behind>

export const rewardRequest = z.object({
  id: z.uuid(),
  number: z.string(),
  state: z.enum(requestStates),
  kind: z.enum(requestKinds),
  /** How it is paid. */
  currency: z.enum(rewardCurrencies),
  /** What was asked for, in which asset: of stakes QMGT. */
  asset: z.enum(rewardAssets),
  units,
  /** How many rewards for bringing others it is of; of stakes none. */
  rewards: z.number(),
  askedAt: z.iso.datetime(),
  decidedAt: z.nullable(z.iso.datetime()),
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
  /** What arrived, and for dollars the price of a gram. */
  received: z.nullable(units),
  price: z.nullable(z.string()),
  /** Of which stakes, by number, oldest first. */
  parts: z.array(
    z.object({ stake: z.uuid(), number: z.string(), units, /** Only told to operators. */ behind: z.optional(behind) }),
  ),
  movement: z.nullable(z.object({ id: z.uuid(), number: z.string(), type: z.string() })),
  /** Whose it is; only told to operators. */
  customer: z.nullable(z.object({ id: z.uuid(), username: z.string() })),
})
export type RewardRequest = z.output<typeof rewardRequest>

export const stakeDetails = z.extend(stake, {
  history: z.array(z.object({ state: z.enum(stakeStates), at: z.iso.datetime() })),
  requests: z.array(rewardRequest),
  entries: z.array(ledgerEntry),
})
export type StakeDetails = z.output<typeof stakeDetails>

/** What leaving now would come to. */
export const leaving = z.object({
  /** Whether notice can be given. If not, it ends before the notice would be over: then leaving brings nothing. */
  isPossible: z.boolean(),
  leavesAt: z.iso.datetime(),
  /** All of the stake comes back. */
  units,
  /** What of the reward has vested and stays, and what goes back to the pool. */
  stays: units,
  returns: units,
})
export type Leaving = z.output<typeof leaving>

export const staking = z.object({
  terms: z.array(
    z.object({
      days: z.number(),
      basisPoints: z.number(),
      /** The most QMGT that the pool can reward for this term now; at most what may be staked at once. */
      most: units,
    }),
  ),
  least: units,
  most: units,
  vestsFromDays: z.number(),
  noticeDays: z.number(),
  leastClaim: units,
  /** What is left in the pool of rewards. Empty: closed. */
  pool: z.object({ left: units, isEmpty: z.boolean() }),
  /** Whether a stake may begin: an upline, and nothing owed. */
  isUpline: z.boolean(),
  available: units,
  /** Of all the customer's stakes. */
  sums: z.object({
    stakes: z.number(),
    staked: units,
    /** What it would bring now before any fee; null while no price is known. */
    value: z.nullable(z.string()),
    claimable: units,
    requested: units,
    paid: units,
    toVest: units,
  }),
})
export type Staking = z.output<typeof staking>

export const poolFill = z.object({
  id: z.uuid(),
  number: z.string(),
  at: z.iso.datetime(),
  units,
  from: z.object({ asset: z.enum(['QMGT', 'USDT', 'USDAU']), amount: z.string() }),
  price: z.nullable(z.string()),
  asker: z.string(),
  approver: z.string(),
  reason: z.string(),
})
export type PoolFill = z.output<typeof poolFill>
