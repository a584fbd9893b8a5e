import * as z from 'zod/mini'

// What the calls about rewards for bringing others carry. Amounts are decimal text of their asset, exact.

/**
 * `Pending`: its days are not over, or the one who was brought is not active yet. `Held`: an operator looks at it. `Expired`: nobody
 * claimed it in time. `Reversed`: the fee it came from went back.
 */
export const rewardStates = ['Pending', 'Claimable', 'Held', 'Requested', 'Paid', 'Reversed', 'Expired'] as const
export type RewardState = (typeof rewardStates)[number]

/** What the fee was for. */
const rewardEvents = ['swap', 'booking', 'convert', 'termination'] as const
export type RewardEvent = (typeof rewardEvents)[number]

/** The asset of the fee is that of the reward; dollars are paid as USDT, one for one. */
export const rewardAssets = ['USDT', 'QMGT', 'USDAU', 'USD'] as const
export type RewardAsset = (typeof rewardAssets)[number]

const units = z.string()

/** Nothing of it tells how much the other one traded: neither fee nor rate nor time of day. */
export const reward = z.object({
  id: z.uuid(),
  /** Counts all of them; later ones are higher. */
  number: z.string(),
  state: z.enum(rewardStates),
  asset: z.enum(rewardAssets),
  amount: units,
  level: z.number(),
  event: z.enum(rewardEvents),
  /** The day of the event, in UTC. */
  day: z.iso.date(),
  /** When its days are over; only while it is pending. */
  claimableFrom: z.nullable(z.iso.datetime()),
  /** Until when it can be claimed; only while it can. */
  expiresAt: z.nullable(z.iso.datetime()),
  /** The request it was asked for in. */
  request: z.nullable(z.object({ id: z.uuid(), number: z.string() })),
})
export type Reward = z.output<typeof reward>

/** All rewards of one asset: what can be claimed of them is claimed together. */
const bundle = z.object({
  /** What `POST /claim-token` names. It stays the same. */
  id: z.uuid(),
  asset: z.enum(rewardAssets),
  /** As what it is paid. */
  paidAs: z.enum(['USDT', 'QMGT', 'USDAU']),
  pending: units,
  claimable: units,
  held: units,
  requested: units,
  paid: units,
  reversed: units,
  expired: units,
  /** What was paid of rewards that were reversed later: it is taken from what can be claimed next, and is never owed. */
  toTakeBack: units,
  /** What a claim would ask for now: what can be claimed less what is taken back. */
  claimableNow: units,
  /** That in dollars at the bid; null while no price is known. */
  claimableUsd: z.nullable(z.string()),
  /** Whether a claim would be taken now. */
  isEnough: z.boolean(),
})
export type Bundle = z.output<typeof bundle>

/** Of all fees of this year in the world of the house, and what of it went to those who brought customers; in dollars, rounded down. */
export const feeShare = z.object({ year: z.number(), fees: z.string(), paid: z.string() })
export type FeeShare = z.output<typeof feeShare>

export const rewardSums = z.object({
  /** One for each asset in which there ever was a reward. */
  bundles: z.array(bundle),
  /** In dollars: the least that is claimed at once. */
  leastClaimUsd: z.string(),
  /** In basis points of the fee, level by level. */
  rates: z.array(z.number()),
  /** For how many months from verification somebody counts, and from what sum of fees on, in dollars. */
  months: z.number(),
  activeFromUsd: z.string(),
  pendingDays: z.number(),
  pendingDaysByCard: z.number(),
  expiresMonths: z.number(),
  share: feeShare,
})
export type RewardSums = z.output<typeof rewardSums>

/** What a calendar year (UTC) brought, of each asset: as it is declared for tax. */
export const rewardYear = z.object({
  year: z.number(),
  /** Whether the year is over; the paper can be had of one that is not, and says so. */
  isOver: z.boolean(),
  sums: z.array(
    z.object({
      asset: z.enum(rewardAssets),
      /** Rewards that were paid in it, and what of paid ones was taken back in it. */
      paid: units,
      takenBack: units,
      /** In dollars, as each was worth when it was paid. */
      paidUsd: z.string(),
    }),
  ),
})
export type RewardYear = z.output<typeof rewardYear>
