import type { Db } from '@ingot/db/connect'
import { Failure } from '../../failure.ts'
import { networkOf } from '../../network.ts'
import { policy } from '../../policy.ts'
import { countTry, forgetTry } from './try-store.ts'

type Scope = keyof typeof policy.tries

export type Limits = ReturnType<typeof createLimits>

/** Counts tries in the database, so that all processes count together and a restart forgets nothing. */
export const createLimits = (db: Db, now: () => Date) => {
  const count = async (scope: string, subject: string, most: number, seconds: number) => {
    const at = now()
    const resets = new Date(at.getTime() + seconds * 1000)
    const row = await countTry(db, { scope, subject, at, resets })
    if (row && row.count > most) throw tooManyTries(row.resets_at, at)
    return row?.resets_at
  }
  return {
    /**
     * Outside of any transaction: a try counts also when what it was for fails. It is counted before it is looked at, so
     * that many at once are not more than the limit, and what comes back is to be called once it was right: its owner
     * starts anew, and the address has used up nothing. Without an address, only the subject counts.
     */
    take: async (scope: Scope, subject: string, address: string | null) => {
      const { perSubject, perAddress, seconds } = policy.tries[scope]
      const network = address === null ? null : networkOf(address)
      const window = network === null ? null : await count(`${scope} address`, network, perAddress, seconds)
      await count(scope, subject, perSubject, seconds)
      return () => forgetTry(db, { scope, subject, network, window })
    },
  }
}

export const tooManyTries = (until: Date, at: Date) =>
  new Failure('TooManyTries', { retryAfter: Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000)) })
