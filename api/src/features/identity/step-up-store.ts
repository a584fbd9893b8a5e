import type { Db, Tx } from '@ingot/db/connect'
import { runStatement } from '@ingot/db/transaction'
import { sql } from 'kysely'

export type Factor = 'pin' | '2fa'

/** What a grant is for: one operation of one session, with what it will carry. */
type Granted = { session: string; operation: string; bodyHash: Buffer }

export const saveGrant = async (tx: Tx, { session, operation, bodyHash }: Granted, factor: Factor, expires: Date) => {
  await sql`
    insert into step_up_grants (session, operation, factor, body_hash, expires_at)
    values (${session}, ${operation}, ${factor}, ${bodyHash}, ${expires})
    on conflict (session, operation, factor)
      do update set body_hash = excluded.body_hash, expires_at = excluded.expires_at`.execute(tx)
}

/** The grants that hold for a call. */
const held = 'step_up_grants where session = $1 and operation = $2 and body_hash = $3 and expires_at > $4'

export const findGrants = (db: Db, { session, operation, bodyHash }: Granted, at: Date) =>
  runStatement<{ factor: Factor }>(db, {
    name: 'check-grants',
    text: `select factor from ${held}`,
    values: [session, operation, bodyHash, at],
  })

export const takeGrants = (tx: Tx, { session, operation, bodyHash }: Granted, at: Date) =>
  runStatement<{ factor: Factor }>(tx, {
    name: 'use-grants',
    text: `delete from ${held} returning factor`,
    values: [session, operation, bodyHash, at],
  })

export const purgeGrants = (db: Db, at: Date) => sql`delete from step_up_grants where expires_at < ${at}`.execute(db)
