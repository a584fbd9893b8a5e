import type { Asset } from '@ingot/money/assets'

/**
 * What an account is for. A guarded one cannot go below zero; an open one, of the house only, has no balance of its
 * own: it is the other side of what comes in from outside, is issued or is earned.
 */
export const purposes = {
  available: { of: 'customer', guarded: true },
  held: { of: 'customer', guarded: true },
  locked: { of: 'customer', guarded: true },
  treasury: { of: 'house', guarded: true },
  'in-transit': { of: 'house', guarded: true },
  suspense: { of: 'house', guarded: true },
  unallocated: { of: 'house', guarded: true },
  allocated: { of: 'house', guarded: true },
  'behind-usdau': { of: 'house', guarded: true },
  outside: { of: 'house', guarded: false },
  issued: { of: 'house', guarded: false },
  fees: { of: 'house', guarded: false },
  rewards: { of: 'house', guarded: false },
} as const satisfies Record<string, { of: 'customer' | 'house'; guarded: boolean }>

type Purpose = keyof typeof purposes
type PurposeOf<Who> = { [P in Purpose]: (typeof purposes)[P]['of'] extends Who ? P : never }[Purpose]
export type CustomerPurpose = PurposeOf<'customer'>
export type HousePurpose = PurposeOf<'house'>

/** Where an asset may lie. The asset is part of its type, so that a move between two assets does not compile. */
export type Account<A extends Asset> = {
  readonly owner: 'house' | `customer:${string}`
  readonly asset: A
  readonly purpose: Purpose
}

export const customerAccount = <A extends Asset>(customer: string, asset: A, purpose: CustomerPurpose): Account<A> => ({
  owner: `customer:${customer}`,
  asset,
  purpose,
})

export const houseAccount = <A extends Asset>(asset: A, purpose: HousePurpose): Account<A> => ({
  owner: 'house',
  asset,
  purpose,
})

export const nameOf = ({ owner, asset, purpose }: Account<Asset>): string => `${owner}/${asset}/${purpose}`
