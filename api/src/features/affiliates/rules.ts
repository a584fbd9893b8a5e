import type { Info } from '@ingot/endpoints/account'
import { policy } from '../../policy.ts'

export type Rank = NonNullable<Info['customer_rank']>['role']

/** The verified customers below someone: brought directly, and in all as far down as the policy counts. */
export type Network = { direct: number; all: number }

/** From the lowest to the highest. */
const ranks = ['Affiliates', 'Introducer', 'Consultant'] as const satisfies Rank[]

export const rankNumbers = ranks.map((rank) => ({ rank, ...policy.affiliates.ranks[rank] }))

/** The highest rank whose numbers are both reached; only a verified customer has one. */
export const rankOf = (isVerified: boolean, { direct, all }: Network): Rank | null => {
  if (!isVerified) return null
  const reached = rankNumbers.findLast((least) => direct >= least.direct && all >= least.all)
  return reached?.rank ?? null
}

/** What is missing for the rank after the one that is reached; null at the highest. */
export const missingFor = ({ direct, all }: Network): (Network & { rank: Rank }) | null => {
  const next = rankNumbers.find((least) => direct < least.direct || all < least.all)
  return next ? { rank: next.rank, direct: Math.max(0, next.direct - direct), all: Math.max(0, next.all - all) } : null
}

/** The words of a name as they are looked for: small letters without accents, so that typing them is enough. */
export const wordsOf = (name: string): string[] => [
  ...new Set(
    name
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  ),
]

const day = 24 * 3600 * 1000

/** Whether whoever came then is new enough for another introducer. */
export const mayBeCorrected = (cameAt: Date, now: Date): boolean =>
  now.getTime() - cameAt.getTime() <= policy.affiliates.correctionDays * day
