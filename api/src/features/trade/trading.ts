import type { Db } from '@ingot/db/connect'
import { type Deps, once } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { createPriceBoard } from './price-board.ts'
import { createSwap, type Trading } from './service.ts'

/** Puts together what trading works with. Tests hand in other rules. */
export const createTrading = (db: Db, now: () => Date, rules: Trading['rules'] = policy): Trading => ({
  db,
  now,
  rules,
  swap: createSwap(rules.trade),
  board: createPriceBoard(db, now, rules.price),
})

/** The one of a process: all ask the same price board. */
export const tradingOf = once(({ db, now }: Deps) => createTrading(db, now))
