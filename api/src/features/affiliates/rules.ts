import type { Info } from '@ingot/endpoints/account'
import { policy } from '../../policy.ts'

export type Rank = NonNullable<Info['customer_rank']>['role']

/** The verified customers below someone: brought directly, and in all as far down as the policy counts. */
export type Network = { direct: number; all: number }

/** From the lowest to the highest. */
const ranks = ['Affiliates', 'Introducer', 'Consultant'] as const satisfies Rank[]

/** The highest rank whose numbers are both reached; only a verified customer has one. */
export const rankOf = (isVerified: boolean, { direct, all }: Network): Rank | null => {
  if (!isVerified) return null
  const reached = ranks.findLast((rank) => {
    const least = policy.affiliates.ranks[rank]
    return direct >= least.direct && all >= least.all
  })
  return reached ?? null
}
