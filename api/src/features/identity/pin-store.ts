import type { Statement } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { runBehind, withoutWaiting } from '@ingot/db/transaction'
import { sql } from 'kysely'
import type { Origin } from '../../bind.ts'
import { policy } from '../../policy.ts'

export const savePin = async (tx: Tx, customer: string, { hash, key }: { hash: string; key: string }) => {
  await sql`
    update customers set pin_hash = ${hash}, pin_key = ${key}, pin_failures = 0, pin_locked_until = null
    where id = ${customer}
  `.execute(tx)
}

type Checked = { verdict: 'right' | 'wrong' | 'locked' | 'unset'; locked_until: Date | null }

type Given = {
  /** The PIN's digest with every key there is, newest first. */
  hashes: readonly string[]
  newestKey: string
  /** What is granted if it is right. */
  grant: { operation: string; bodyHash: Buffer; expires: Date } | undefined
  from: Origin
  at: Date
  /** Asked before anything is compared. */
  standing: Statement | undefined
}

/**
 * One statement, which compares and counts while the customer is locked. Only a grant may be lost with the machine: that a
 * guess was wrong waits for the disk.
 */
export const checkPin = async (
  db: Db,
  person: { id: string; session: string | null },
  { hashes, newestKey, grant, from, at, standing }: Given,
) => {
  const { pinTries, pinLockSeconds, pinLockLongestSeconds } = policy.credentials
  const [checked] = await runBehind<Checked>(db, standing, {
    name: 'check-pin',
    text: `
      with checked as materialized (
        select verdict, locked_until
        from check_pin($1::uuid, string_to_array($2, ' '), $3, $4, $5, $6, $7, $8, $9)
      ), granted as (
        insert into step_up_grants (session, operation, factor, body_hash, expires_at)
        select $10::uuid, $11, 'pin', $12::bytea, $13::timestamptz from checked
        where verdict = 'right' and $11::text is not null
        on conflict (session, operation, factor)
          do update set body_hash = excluded.body_hash, expires_at = excluded.expires_at
      )
      select verdict, locked_until, case when verdict = 'right' then ${withoutWaiting} end from checked`,
    values: [
      ...[person.id, hashes.join(' '), newestKey, at],
      ...[pinTries, pinLockSeconds, pinLockLongestSeconds],
      ...[from.address, from.agent, person.session],
      ...(grant ? [grant.operation, grant.bodyHash, grant.expires] : [null, null, null]),
    ],
  })
  return checked
}
