import { type Deps, once } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { createNumbers } from '../../policy-versions/snapshot.ts'
import { switchesOf } from '../../switches/switches.ts'
import type { PricePolicy } from './market.ts'
import { createPriceBoard } from './price-board.ts'
import type { Trading } from './service.ts'

/** Puts together what trading works with. Tests hand in other rules for the price. */
export const createTrading = (deps: Deps, rules: PricePolicy = policy.price): Trading => {
  const { db, now } = deps
  const numbers = createNumbers(db, now)
  return { db, now, numbers, board: createPriceBoard(db, now, rules, numbers), switches: switchesOf(deps) }
}

/** The one of a process: all ask the same price board. */
export const tradingOf = once((deps: Deps) => createTrading(deps))
