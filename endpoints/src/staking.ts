import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { fileOf, listOf, period } from './list.ts'
import {
  leaving,
  poolFill,
  requestKinds,
  requestStates,
  rewardRequest,
  stake,
  stakeDetails,
  stakeStates,
  staking,
} from './staking-fields.ts'
import { amountText } from './wallet-fields.ts'

// QMGT +: QMGT that is left alone for a term, and a share of our fees that is set aside for it when the term begins.

/** The names by which decisions and queues know a request, and the pool. */
export const requestThing = (id: string): string => `reward-request:${id}`
export const poolThing = 'reward-pool'

const one = z.strictObject({ id: z.uuid() })
const reading = { method: 'GET', gate: 'customer', fallback: 'Failed', onFailure: 'raise' } as const
const doing = { method: 'POST', idempotent: true, fallback: 'Failed', onFailure: 'toast' } as const

export const readStaking = endpoint({
  ...reading,
  name: 'readStaking',
  path: '/staking',
  summary: 'Terms and limits as they are now, what the pool of rewards has, and the sums of the customer’s stakes.',
  reply: data(staking),
  errors: [],
})

export const beginStake = endpoint({
  ...doing,
  name: 'beginStake',
  path: '/token-reward',
  summary: 'Stakes QMGT for a term, the shortest unless said otherwise. The whole reward is set aside by it.',
  gate: 'verified',
  stepUp: 'pin',
  product: 'staking',
  body: z.strictObject({
    amount: amountText,
    /** In days: one of the terms. */
    term: z.optional(z.int()),
    /** Whether it begins anew when it ends. */
    renews: z.optional(z.boolean()),
    /** The reward that was shown. If it would be another one by now, nothing is staked. */
    reward: z.optional(amountText),
  }),
  reply: data(stake),
  errors: [
    'NotUpline',
    'TermUnknown',
    'AmountTooSmall',
    'StakeTooLarge',
    'PoolEmpty',
    'PoolTooLow',
    'RewardChanged',
    'BalanceTooLow',
    'DebtOpen',
    'IssuingStopped',
    'ProductClosed',
  ],
})

const stakeFilter = { state: z.optional(z.enum(stakeStates)), ...period }

export const listStakes = endpoint({
  ...listOf(stakeFilter, stake),
  name: 'listStakes',
  path: '/stakes',
  summary: 'The customer’s stakes, newest first.',
  gate: 'customer',
})

export const stakeFile = endpoint({
  ...fileOf(stakeFilter),
  name: 'stakeFile',
  path: '/stakes.csv',
  summary: 'The same as a table.',
  gate: 'customer',
})

export const readStake = endpoint({
  ...reading,
  name: 'readStake',
  path: '/stakes/:id',
  summary:
    'One stake, by its id or that of the movement it began by: what became of it, what was asked for, and the entries behind it.',
  params: one,
  reply: data(stakeDetails),
  errors: ['NotFound'],
})

export const readLeaving = endpoint({
  ...reading,
  name: 'readLeaving',
  path: '/stakes/:id/leaving',
  summary: 'What it would come to if notice were given now; null of a stake that was left or is over.',
  params: one,
  reply: data(z.nullable(leaving)),
  errors: ['NotFound'],
})

export const leaveStake = endpoint({
  ...doing,
  name: 'leaveStake',
  leaves: true,
  path: '/stakes/:id/leave',
  summary: 'Gives notice: all of the stake comes back after some days, and what has not vested goes back to the pool.',
  gate: 'customer',
  stepUp: 'pin',
  params: one,
  body: z.strictObject({
    /** What was shown to go back to the pool. If it would be more by now, nothing happens. */
    returns: z.optional(z.string()),
  }),
  reply: data(stake),
  errors: ['NotFound', 'StateChanged', 'StakeEndsFirst', 'RewardChanged'],
})

export const stayStaked = endpoint({
  ...doing,
  name: 'stayStaked',
  leaves: true,
  path: '/stakes/:id/stay',
  summary: 'Takes notice back: the stake goes on as if it had not been given.',
  gate: 'customer',
  params: one,
  reply: data(stake),
  errors: ['NotFound', 'StateChanged'],
})

export const renewStake = endpoint({
  ...doing,
  name: 'renewStake',
  leaves: ({ renews }: { renews: boolean }) => !renews,
  path: '/stakes/:id/renewal',
  summary: 'Whether the stake begins anew when it ends, at the terms of that time.',
  gate: 'customer',
  params: one,
  body: z.strictObject({ renews: z.boolean() }),
  reply: data(stake),
  errors: ['NotFound', 'StateChanged'],
})

const claimErrors = ['NotFound', 'NothingVested', 'ClaimTooSmall'] as const

export const claimToken = endpoint({
  ...doing,
  name: 'claimToken',
  leaves: true,
  path: '/claim-token',
  summary:
    'Asks for what has vested of a stake’s reward, in QMGT, or for all that can be claimed of one asset for bringing others. An operator decides.',
  gate: 'verified',
  body: z.strictObject({ /** The stake, or the bundle of rewards of one asset. */ rewardid: z.uuid() }),
  reply: data(rewardRequest),
  errors: [...claimErrors, 'RewardsTooSmall', 'ProductClosed', 'Unavailable'],
})

export const sellVested = endpoint({
  ...doing,
  name: 'sellVested',
  leaves: true,
  path: '/sell-token-only-vesting',
  summary:
    'Asks for what has vested, of one stake or of all of them, to be sold: paid in USDT at what a gram brings when it is approved.',
  gate: 'verified',
  stepUp: 'pin',
  body: z.strictObject({ rewardid: z.optional(z.uuid()) }),
  reply: data(rewardRequest),
  errors: claimErrors,
})

const requestFilter = {
  state: z.optional(z.enum(requestStates)),
  kind: z.optional(z.enum(requestKinds)),
  ...period,
}

export const listRewardRequests = endpoint({
  ...listOf(requestFilter, rewardRequest),
  name: 'listRewardRequests',
  path: '/list-aun-request',
  summary: 'What was asked for of rewards, newest first: the customer’s own, or everybody’s for an operator.',
  gate: 'session',
})

export const withdrawRequest = endpoint({
  ...doing,
  name: 'withdrawRequest',
  leaves: true,
  path: '/reward-requests/:id/withdraw',
  summary: 'Takes back what was asked for, before it is decided. It can be asked for again.',
  gate: 'customer',
  params: one,
  reply: data(rewardRequest),
  errors: ['NotFound', 'StateChanged'],
})

export const readPool = endpoint({
  name: 'readPool',
  method: 'GET',
  path: '/operator/pool',
  summary: 'What the pool of rewards has, what is set aside, what fees could still go into it, and what did.',
  gate: 'operator',
  roles: ['Owner', 'Finance'],
  reply: data(
    z.object({
      left: z.string(),
      setAside: z.string(),
      /** Of each asset: what was earned, what of it is kept for referrals, what was taken before, and what could be taken now. */
      fees: z.array(
        z.object({
          asset: z.enum(['QMGT', 'USDT', 'USDAU']),
          earned: z.string(),
          kept: z.string(),
          taken: z.string(),
          free: z.string(),
          /** What it would buy now, in QMGT; null while no price may be relied on. */
          buys: z.nullable(z.string()),
        }),
      ),
      /** Newest first, at most the last 100. */
      fills: z.array(poolFill),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})
