import type { Changeable } from './changeable.ts'

const making = (size: string, most: string): Changeable => ({
  name: `withdrawals.makingUsd.g${size}`,
  says: `What making a bar of ${size} g costs whoever takes it out, in dollars.`,
  ...{ unit: 'USD', least: '0', most },
  fee: `the fee for making a bar of ${size} g`,
})

const parcel = (name: 'small' | 'large', which: string): Changeable[] => [
  {
    name: `withdrawals.carriage.${name}.insuredToUsd`,
    says: `Up to which worth a parcel goes at the ${which} carriage, in dollars.`,
    ...{ unit: 'USD', least: '100', most: '1000000' },
  },
  {
    name: `withdrawals.carriage.${name}.feeUsd`,
    says: `The ${which} carriage of a parcel, in dollars.`,
    ...{ unit: 'USD', least: '0', most: '1000' },
    fee: `the ${which} carriage of a parcel`,
  },
]

export const ofWithdrawals: readonly Changeable[] = [
  making('1', '100'),
  making('5', '200'),
  making('10', '300'),
  making('20', '400'),
  making('50', '800'),
  making('100', '1500'),
  making('1000', '7000'),
  {
    name: 'withdrawals.handlingUsd',
    says: 'What is taken for all bars that are asked for at once, in dollars.',
    ...{ unit: 'USD', least: '0', most: '500' },
    fee: 'the handling fee for taking bars out',
  },
  ...parcel('small', 'lower'),
  ...parcel('large', 'higher'),
  {
    name: 'withdrawals.insurance',
    says: 'What insuring a parcel costs, of its worth.',
    ...{ unit: 'basis points', least: '0', most: '500' },
    fee: 'the insurance of a parcel',
  },
]
