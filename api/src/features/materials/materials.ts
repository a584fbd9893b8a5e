import type { Db } from '@ingot/db/connect'
import { siteOf } from '../../config.ts'
import { type ApiDeps, once } from '../../feature.ts'
import { identityOf } from '../identity/identity.ts'
import type { Limits } from '../identity/limits.ts'
import { createDrawing, type Draw } from './drawing.ts'

/** What the services of materials work with. */
export type Materials = {
  db: Db
  now: () => Date
  limits: Limits
  site: string
  brand: { brand: string; accent: string }
  draw: Draw
}

export const materialsOf = once((deps: ApiDeps): Materials => {
  const { config, db, now } = deps
  const { limits } = identityOf(deps)
  const brand = { brand: config.BRAND_NAME, accent: config.BRAND_ACCENT }
  return { db, now, limits, site: siteOf(config), brand, draw: createDrawing() }
})
