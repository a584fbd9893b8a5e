import type { policy } from '../policy.ts'
import type { Changeable } from './changeable.ts'

const payoutsOf = (asset: keyof typeof policy.payouts.rate): Changeable[] => [
  {
    name: `payouts.rate.${asset}`,
    says: `How many dollars are paid out for one ${asset}.`,
    ...{ unit: 'USD for one', least: '0.98', most: '1.02' },
  },
  {
    name: `payouts.isOn.${asset}`,
    says: `Whether ${asset} can be paid out to bank accounts; it is stopped when its market is far from a dollar.`,
    ...{ unit: '1 for on, 0 for off', least: '0', most: '1' },
  },
]

export const ofPayouts: readonly Changeable[] = [
  {
    name: 'payouts.leastUsd',
    says: 'The least that is paid out to a bank account at once, in dollars.',
    ...{ unit: 'USD', least: '1', most: '1000' },
  },
  {
    name: 'payouts.mostUsd',
    says: 'The most that is paid out to a bank account at once, in dollars.',
    ...{ unit: 'USD', least: '1000', most: '1000000' },
  },
  {
    name: 'payouts.mostPerDayUsd',
    says: 'The most that one customer is paid out within 24 hours, in dollars.',
    ...{ unit: 'USD', least: '1000', most: '10000000' },
  },
  {
    name: 'payouts.fee.fixedUsd',
    says: 'What is taken of each payout to a bank account, in dollars.',
    ...{ unit: 'USD', least: '0', most: '50' },
    fee: 'the fixed fee for paying out to a bank account',
  },
  {
    name: 'payouts.fee.basisPoints',
    says: 'What is taken of the dollars of a payout to a bank account besides.',
    ...{ unit: 'basis points', least: '0', most: '500' },
    fee: 'the fee for paying out to a bank account',
  },
  ...payoutsOf('USDT'),
  ...payoutsOf('USDAU'),
]
