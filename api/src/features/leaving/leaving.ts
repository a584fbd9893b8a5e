import type { Db } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import type { ExitPack } from '@ingot/endpoints/leaving'
import type { Files } from '@ingot/providers/files/files'
import type { Logger } from 'pino'
import { type AllPersonal, type ApiDeps, once } from '../../feature.ts'
import { type Identity, identityOf } from '../identity/identity.ts'
import { kycOf } from '../kyc/kyc.ts'
import type { PersonalData } from '../kyc/personal-data.ts'
import type { PackRow } from './store.ts'

/** What leaving works with, besides what all features have together. */
type Own = {
  db: Db
  files: Files
  log: Logger
  now: () => Date
  outbox: Outbox
  identity: Identity
  personalData: PersonalData
}
export type Leaving = Own & { personal: AllPersonal }

export const leavingOf = once((deps: ApiDeps): Own => {
  const { db, files, log, now, outbox } = deps
  return { db, files, log, now, outbox, identity: identityOf(deps), personalData: kycOf(deps).personalData }
})

export const shownPack = (row: PackRow): ExitPack => ({
  id: row.id,
  state: row.state,
  askedAt: row.asked_at.toISOString(),
  readyAt: row.ready_at?.toISOString() ?? null,
  keptUntil: row.kept_until?.toISOString() ?? null,
  bytes: row.bytes === null ? null : Number(row.bytes),
  hash: row.hash?.toString('hex') ?? null,
})
