import type { Db } from '@ingot/db/connect'
import type { Files } from '@ingot/providers/files/files'
import { siteOf } from '../../config.ts'
import { type ApiDeps, once } from '../../feature.ts'
import { type Identity, identityOf } from '../identity/identity.ts'
import type { Limits } from '../identity/limits.ts'

/** What the services of announcements work with. */
export type Announcements = {
  db: Db
  files: Files
  now: () => Date
  limits: Limits
  identity: Identity
  site: string
  brand: string
}

export const announcementsOf = once((deps: ApiDeps): Announcements => {
  const { config, db, files, now } = deps
  const identity = identityOf(deps)
  return { db, files, now, identity, limits: identity.limits, site: siteOf(config), brand: config.BRAND_NAME }
})
