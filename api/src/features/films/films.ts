import type { Db } from '@ingot/db/connect'
import type { Files } from '@ingot/providers/files/files'
import type { Logger } from 'pino'
import { type ApiDeps, once } from '../../feature.ts'
import { type Uploads, uploadsOf } from '../../uploads/uploads.ts'
import { type Identity, identityOf } from '../identity/identity.ts'
import type { Limits } from '../identity/limits.ts'

/** What the services of films work with. */
export type Films = {
  db: Db
  files: Files
  log: Logger
  now: () => Date
  limits: Limits
  identity: Identity
  uploads: Omit<Uploads, 'kinds'>
}

export const filmsOf = once((deps: ApiDeps): Films => {
  const { db, files, log, now } = deps
  const uploads = uploadsOf(deps)
  return { db, files, log, now, limits: uploads.limits, identity: identityOf(deps), uploads }
})
