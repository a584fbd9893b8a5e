import { connect, type Db } from '@ingot/db/connect'
import { createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowIssuing, issuingStopped, refuseIfStopped, stopIssuing } from './issuing.ts'

let db: Db

beforeAll(async () => {
  db = connect(await createTestDatabase(), { part: 'test' })
})
afterAll(() => db.destroy())

const stop = (...why: [reason: string, by?: 'operator' | 'reconciliation']) =>
  inTransaction(db, (tx) => stopIssuing(tx, ...why))
const allow = (...by: ['operator' | 'reconciliation'] | []) => inTransaction(db, (tx) => allowIssuing(tx, ...by))
const issue = () => inTransaction(db, (tx) => refuseIfStopped(tx))

test('each stops issuing for itself, and it goes on when nobody stops it any more', async () => {
  await issue()
  expect(await issuingStopped(db)).toEqual([])
  await stop('the vault is counted')
  await stop('the vault is counted again')
  await expect(issue()).rejects.toMatchObject({
    refusal: 'IssuingStopped',
    message: expect.stringContaining('the vault is counted again'),
  })
  await stop('drift', 'reconciliation')
  expect(await issuingStopped(db)).toEqual([
    { by: 'operator', reason: 'the vault is counted again', since: expect.any(Date) },
    { by: 'reconciliation', reason: 'drift', since: expect.any(Date) },
  ])
  await allow()
  await expect(issue()).rejects.toMatchObject({ message: expect.stringContaining('drift') })
  await allow('reconciliation')
  await issue()
})

test('nothing is issued while nobody looks at the reserves, and where nobody ever did nothing is stopped', async () => {
  await issue()
  await sql`insert into reserve_looks (looked_at) values (now() - interval '14 minutes')`.execute(db)
  await issue()
  await sql`update reserve_looks set looked_at = now() - interval '16 minutes'`.execute(db)
  const reason = 'Nobody has looked at the reserves for 15 minutes.'
  await expect(issue()).rejects.toMatchObject({ refusal: 'IssuingStopped', message: expect.stringContaining(reason) })
  expect(await issuingStopped(db)).toEqual([{ by: 'reserves', reason, since: expect.any(Date) }])
  // What was found before they stopped is told instead.
  await inTransaction(db, (tx) => stopIssuing(tx, 'too little gold', 'reserves'))
  expect(await issuingStopped(db)).toMatchObject([{ by: 'reserves', reason: 'too little gold' }])
  await inTransaction(db, (tx) => allowIssuing(tx, 'reserves'))
  await sql`update reserve_looks set looked_at = now()`.execute(db)
  await issue()
})

/** Waits until somebody waits for a lock of this kind. */
const untilSomebodyWaits = async () => {
  for (;;) {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
    if (rows.length > 0) return
  }
}

test('a stop waits for what is being issued right now, and what comes later waits for the stop', async () => {
  const order: string[] = []
  await inTransaction(db, async (issuing) => {
    await refuseIfStopped(issuing)
    // Two who issue do not wait for each other.
    await issue()
    const stopping = inTransaction(db, async (tx) => {
      await stopIssuing(tx, 'now')
      order.push('stopped')
    })
    await untilSomebodyWaits()
    order.push('issued')
    void stopping
  })
  await expect.poll(() => issuingStopped(db)).toHaveLength(1)
  expect(order).toEqual(['issued', 'stopped'])
  await inTransaction(db, async (tx) => {
    await allowIssuing(tx)
    await stopIssuing(tx, 'once more')
    const late = issue()
    late.catch(() => undefined)
    await untilSomebodyWaits()
    order.push('committing')
    late.catch(() => order.push('refused'))
  })
  await expect.poll(() => order).toEqual(['issued', 'stopped', 'committing', 'refused'])
})
