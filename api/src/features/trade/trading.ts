import type { Db } from '@ingot/db/connect'
import { type Deps, once } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { createNumbers } from '../../policy-versions/snapshot.ts'
import type { PricePolicy } from './market.ts'
import { createPriceBoard } from './price-board.ts'
import type { Trading } from './service.ts'

/** Puts together what trading works with. Tests hand in other rules for the price. */
export const createTrading = (db: Db, now: () => Date, rules: PricePolicy = policy.price): Trading => {
  const numbers = createNumbers(db, now)
  return { db, now, numbers, board: createPriceBoard(db, now, rules, numbers) }
}

/** The one of a process: all ask the same price board. */
export const tradingOf = once(({ db, now }: Deps) => createTrading(db, now))
