import type { Changeable } from './changeable.ts'

const whoOf = { atFirst: 'of somebody new', trusted: 'of somebody trusted' } as const

const limitsOf = (who: keyof typeof whoOf): Changeable[] => [
  {
    name: `payments.mostUsd.${who}`,
    says: `The most that is paid by card at once, ${whoOf[who]}, in dollars.`,
    ...{ unit: 'USD', least: '10', most: '10000' },
  },
  {
    name: `payments.mostPer30DaysUsd.${who}`,
    says: `The most that is paid by card within 30 days, ${whoOf[who]}, in dollars.`,
    ...{ unit: 'USD', least: '10', most: '50000' },
  },
  {
    name: `payments.clearingDays.${who}`,
    says: `How many days the grams of a new card payment ${whoOf[who]} are bound.`,
    ...{ unit: 'days', least: '1', most: '120' },
  },
]

export const ofPayments: readonly Changeable[] = [
  {
    name: 'payments.cardFee',
    says: 'What is taken of what a card is charged.',
    ...{ unit: 'basis points', least: '0', most: '500' },
    fee: 'the fee for paying by card',
  },
  {
    name: 'payments.spread',
    says: 'How far from the price of gold is booked what was paid by card while the gold market is open.',
    ...{ unit: 'basis points', least: '0', most: '500' },
    fee: 'the difference between the price of gold that is paid by card and the market price while the gold market is open',
  },
  {
    name: 'payments.leastUsd',
    says: 'The least that is paid by card at once, in dollars.',
    ...{ unit: 'USD', least: '1', most: '1000' },
  },
  ...limitsOf('atFirst'),
  ...limitsOf('trusted'),
  {
    name: 'payments.trustedDays',
    says: 'Trusted is whoever first paid by card so many days ago and was in no dispute for so long.',
    ...{ unit: 'days', least: '30', most: '730' },
  },
  {
    name: 'payments.mostOpen',
    says: 'How many card payments one customer may have that are neither paid nor over.',
    ...{ unit: 'payments', least: '1', most: '20' },
  },
]
