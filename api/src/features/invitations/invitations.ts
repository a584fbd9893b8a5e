import type { Db } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import { type ApiDeps, once } from '../../feature.ts'
import { identityOf } from '../identity/identity.ts'
import type { Keys } from '../identity/keys.ts'
import type { Limits } from '../identity/limits.ts'

/** What the services of invitations work with. */
export type Invitations = { db: Db; now: () => Date; keys: Keys; limits: Limits; outbox: Outbox }

export const invitationsOf = once((deps: ApiDeps): Invitations => {
  const { db, now, keys, limits, outbox } = identityOf(deps)
  return { db, now, keys, limits, outbox }
})
