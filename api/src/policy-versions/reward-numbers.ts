import type { Changeable } from './changeable.ts'

/** Together the levels stay within what is kept for them, whatever each is set to. */
export const ofRewards: readonly Changeable[] = [
  {
    name: 'rewards.rates.0',
    says: 'What of a fee goes to the customer who brought the one who paid it. Rewards that are there keep theirs.',
    ...{ unit: 'basis points', least: '0', most: '2200' },
  },
  {
    name: 'rewards.rates.1',
    says: 'What of a fee goes to the customer one level further up. Rewards that are there keep theirs.',
    ...{ unit: 'basis points', least: '0', most: '800' },
  },
  {
    name: 'rewards.leastClaimUsd',
    says: 'The least of rewards for bringing others that is claimed at once, in dollars at the bid.',
    ...{ unit: 'USD', least: '1', most: '100' },
  },
  {
    name: 'rewards.activeFromUsd',
    says: 'What somebody has paid in fees before those who brought him can claim anything for it, in dollars.',
    ...{ unit: 'USD', least: '0', most: '1000' },
  },
]
