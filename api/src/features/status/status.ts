import type { Db } from '@ingot/db/connect'
import type { Logger } from 'pino'
import { type ApiDeps, once } from '../../feature.ts'
import { identityOf } from '../identity/identity.ts'
import type { Limits } from '../identity/limits.ts'
import { createBoard, type StatusBoard } from './board.ts'

/** What tells of the status works with. */
export type StatusDesk = { db: Db; log: Logger; now: () => Date; limits: Limits; board: StatusBoard }

export const statusOf = once((deps: ApiDeps): StatusDesk => {
  const { db, log, now, processor } = deps
  const hasCards = Boolean(processor)
  return { db, log, now, limits: identityOf(deps).limits, board: createBoard({ db, log, now, hasCards }) }
})
