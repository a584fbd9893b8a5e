import type { Asset } from '@ingot/money/assets'

/**
 * What an account is for. A guarded one cannot go below zero; an open one, of the house only, has no balance of its
 * own: it is the other side of what comes in from outside, is issued or is earned.
 */
export const purposes = {
  available: { of: 'customer', guarded: true },
  held: { of: 'customer', guarded: true },
  /** Paid by card and not yet safe. */
  clearing: { of: 'customer', guarded: true },
  staked: { of: 'customer', guarded: true },
  /** On its way out of the vault. */
  withdrawing: { of: 'customer', guarded: true },
  /** Of somebody who died. */
  estate: { of: 'customer', guarded: true },
  /** What the customer owes the house, in USD: no balance of his, and nothing that lies in a wallet. */
  owed: { of: 'customer', guarded: true },
  treasury: { of: 'house', guarded: true },
  'in-transit': { of: 'house', guarded: true },
  suspense: { of: 'house', guarded: true },
  unallocated: { of: 'house', guarded: true },
  allocated: { of: 'house', guarded: true },
  'behind-usdau': { of: 'house', guarded: true },
  /** What rewards are paid from, what is set aside for one that was promised, and what was earned and is not yet paid. */
  'reward-pool': { of: 'house', guarded: true },
  'set-aside': { of: 'house', guarded: true },
  rewards: { of: 'house', guarded: true },
  /** Dollars at the bank, and those that the card processor still has. */
  bank: { of: 'house', guarded: true },
  processor: { of: 'house', guarded: true },
  outside: { of: 'house', guarded: false },
  /** The other side of what the card processor has: what cards were charged, less what went back and what reached the bank. */
  cards: { of: 'house', guarded: false },
  issued: { of: 'house', guarded: false },
  fees: { of: 'house', guarded: false },
  /** The other side of what customers owe. */
  receivable: { of: 'house', guarded: false },
} as const satisfies Record<string, { of: 'customer' | 'house'; guarded: boolean }>

type Purpose = keyof typeof purposes
type PurposeOf<Who> = { [P in Purpose]: (typeof purposes)[P]['of'] extends Who ? P : never }[Purpose]
export type CustomerPurpose = PurposeOf<'customer'>
export type HousePurpose = PurposeOf<'house'>

/** What of a customer's is there and cannot be used now, besides what is held for a transfer. */
export const boundPurposes = ['clearing', 'staked', 'withdrawing', 'estate'] as const satisfies CustomerPurpose[]

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
