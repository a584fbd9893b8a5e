import type { Bundle, Reward, RewardSums, RewardYear } from '@ingot/endpoints/reward-fields'
import type { RewardRequest } from '@ingot/endpoints/staking-fields'
import { idOf } from '../../lib/test-bank.ts'
import { type Answers, ok, page } from '../../lib/test-server.ts'

export const sampleBundle: Bundle = {
  id: idOf('a'),
  asset: 'QMGT',
  paidAs: 'QMGT',
  ...{ pending: '0.05', claimable: '0.2', held: '0.01', requested: '0', paid: '0.3', reversed: '0.02', expired: '0' },
  ...{ toTakeBack: '0', claimableNow: '0.2', claimableUsd: '26.13', isEnough: true },
}

export const sampleSums: RewardSums = {
  bundles: [sampleBundle],
  leastClaimUsd: '10',
  rates: [2_000, 500],
  ...{ months: 24, activeFromUsd: '10', pendingDays: 30, pendingDaysByCard: 120, expiresMonths: 24 },
  share: { year: 2026, fees: '4100.5', paid: '820.1' },
}

export const sampleReward: Reward = {
  id: idOf('b'),
  number: '12',
  state: 'Pending',
  asset: 'QMGT',
  amount: '0.0123456789',
  level: 1,
  event: 'swap',
  day: '2026-11-10',
  claimableFrom: '2026-12-10T12:00:00.000Z',
  expiresAt: null,
  request: null,
}

export const sampleRequest: RewardRequest = {
  id: idOf('c'),
  number: '4',
  state: 'Requested',
  kind: 'referral',
  ...{ currency: 'QMGT', asset: 'QMGT', units: '0.2', rewards: 3 },
  askedAt: '2026-11-16T12:00:00.000Z',
  ...{ decidedAt: null, reason: null, received: null, price: null, parts: [], movement: null, customer: null },
}

const sampleYear: RewardYear = {
  year: 2026,
  isOver: false,
  sums: [
    { asset: 'QMGT', paid: '0.3', takenBack: '0', paidUsd: '39' },
    { asset: 'USDT', paid: '12.5', takenBack: '2', paidUsd: '12.5' },
  ],
}

/** What the page asks for on a usual day. */
export const rewardDay: Answers = {
  'GET /products': ok([]),
  'GET /reward-sums': ok(sampleSums),
  'GET /rewards': page([sampleReward]),
  'GET /list-aun-request': page([sampleRequest]),
  'GET /reward-years': ok([sampleYear]),
}
