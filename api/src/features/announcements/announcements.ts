import type { Db } from '@ingot/db/connect'
import type { Files } from '@ingot/providers/files/files'
import { siteOf } from '../../config.ts'
import { type ApiDeps, once } from '../../feature.ts'
import { identityOf } from '../identity/identity.ts'
import type { Limits } from '../identity/limits.ts'

/** What the services of announcements work with. */
export type Announcements = {
  db: Db
  files: Files
  now: () => Date
  limits: Limits
  site: string
  brand: string
}

export const announcementsOf = once((deps: ApiDeps): Announcements => {
  const { config, db, files, now } = deps
  const { limits } = identityOf(deps)
  return { db, files, now, limits, site: siteOf(config), brand: config.BRAND_NAME }
})
