import type { Db } from '@ingot/db/connect'
import type { Logger } from 'pino'
import { type ApiDeps, once } from '../../feature.ts'
import { type Identity, identityOf } from '../identity/identity.ts'
import { createBoard, type StatusBoard } from './board.ts'

/** What tells of the status works with. */
export type StatusDesk = { db: Db; log: Logger; now: () => Date; identity: Identity; board: StatusBoard }

export const statusOf = once((deps: ApiDeps): StatusDesk => {
  const { db, log, now, processor } = deps
  const hasCards = Boolean(processor)
  return { db, log, now, identity: identityOf(deps), board: createBoard({ db, log, now, hasCards }) }
})
