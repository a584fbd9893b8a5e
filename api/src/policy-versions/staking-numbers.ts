import type { Changeable } from './changeable.ts'

const termOf = (days: 90 | 180 | 365): Changeable => ({
  name: `staking.rate.days${days}`,
  says: `What new stakes of QMGT + get for ${days} days, over the whole term; 0: this term is not offered. Stakes that run keep theirs.`,
  ...{ unit: 'basis points', least: '0', most: '1000' },
})

export const ofStaking: readonly Changeable[] = [
  {
    name: 'staking.least',
    says: 'The least QMGT that is staked at once.',
    ...{ unit: 'grams', least: '0.01', most: '100' },
  },
  {
    name: 'staking.most',
    says: 'The most QMGT that is staked at once.',
    ...{ unit: 'grams', least: '100', most: '100000' },
  },
  termOf(90),
  termOf(180),
  termOf(365),
  {
    name: 'staking.leastClaim',
    says: 'The least QMGT that is claimed of a reward while its term runs.',
    ...{ unit: 'grams', least: '0.0001', most: '1' },
  },
  {
    name: 'staking.aloneUsd',
    says: 'Up to this one operator pays rewards alone, of one customer and of one operator in 24 hours, in dollars at the bid.',
    ...{ unit: 'USD', least: '0', most: '10000' },
  },
]
