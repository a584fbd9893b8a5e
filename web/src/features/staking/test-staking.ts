import type { Leaving, RewardRequest, Stake, StakeDetails, Staking } from '@ingot/endpoints/staking-fields'
import { idOf } from '../../lib/test-bank.ts'
import { samplePrice } from '../../lib/test-price.ts'
import { type Answers, ok, page } from '../../lib/test-server.ts'

export const sampleStaking: Staking = {
  terms: [
    { days: 90, basisPoints: 50, most: '1000' },
    { days: 180, basisPoints: 125, most: '1000' },
    { days: 365, basisPoints: 300, most: '400' },
  ],
  ...{ least: '1', most: '1000', vestsFromDays: 30, noticeDays: 7, leastClaim: '0.01' },
  pool: { left: '12', isEmpty: false },
  isUpline: true,
  available: '50.123456789',
  sums: { stakes: 1, staked: '10', value: '1306.7', claimable: '0.02', requested: '0', paid: '0', toVest: '0.03' },
}

export const sampleStake: Stake = {
  id: idOf('a'),
  number: '7',
  state: 'Staked',
  units: '10',
  termDays: 90,
  basisPoints: 50,
  beganAt: '2026-10-10T12:00:00.000Z',
  endsAt: '2027-01-08T12:00:00.000Z',
  days: 36,
  renews: false,
  ...{ reward: '0.05', claimable: '0.02', requested: '0', paid: '0', toVest: '0.03', returned: '0' },
  claimableFrom: '2026-11-09T12:00:00.000Z',
  ...{ noticeAt: null, leavesAt: null, endedAt: null, renewedFrom: null, renewedBy: null },
}

export const sampleRequest: RewardRequest = {
  id: idOf('b'),
  number: '3',
  state: 'Requested',
  kind: 'stake',
  currency: 'QMGT',
  asset: 'QMGT',
  units: '0.02',
  rewards: 0,
  askedAt: '2026-11-16T12:00:00.000Z',
  ...{ decidedAt: null, reason: null, received: null, price: null, movement: null, customer: null },
  parts: [{ stake: sampleStake.id, number: '7', units: '0.02' }],
}

export const sampleDetails: StakeDetails = {
  ...sampleStake,
  history: [{ state: 'Staked', at: sampleStake.beganAt }],
  requests: [],
  entries: [],
}

export const sampleLeaving: Leaving = {
  isPossible: true,
  leavesAt: '2026-11-23T12:00:00.000Z',
  units: '10',
  stays: '0.02',
  returns: '0.03',
}

/** What the pages ask for on a usual day. */
export const stakingDay: Answers = {
  'GET /price': ok(samplePrice),
  'GET /products': ok([]),
  'GET /debts': ok({ owed: '0', debts: [] }),
  'GET /staking': ok(sampleStaking),
  'GET /stakes': page([sampleStake]),
  'GET /list-aun-request': page([]),
  [`GET /stakes/${sampleStake.id}`]: ok(sampleDetails),
  [`GET /stakes/${sampleStake.id}/leaving`]: ok(sampleLeaving),
}
