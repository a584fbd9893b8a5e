import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirm } from './confirmed.ts'
import { connect, type Db, poolOf } from './connect.ts'
import { createLog } from './log.ts'
import { findReply, runOperation } from './operations.ts'
import { openReplica } from './replica.ts'
import { inPlaceOf } from './source.ts'
import { startTestReplica } from './test-replica.ts'
import { asOwner, createTestDatabase, runAsOwner } from './test-server.ts'
import { isUnavailable } from './unavailable.ts'

let server: Awaited<ReturnType<typeof startTestReplica>>
let url: string
let db: Db
let standby: Db

beforeAll(async () => {
  server = await startTestReplica()
  url = await createTestDatabase()
  db = connect(url, { part: 'test' })
  standby = connect(server.urlOf(url), { part: 'test', max: 1 })
})
afterAll(async () => {
  await Promise.all([db.destroy(), standby.destroy()])
  await server.stop()
})

/** As its superuser, and told to all of its connections. */
const setOnStandby = async (name: string, value: string) => {
  const superuser = Object.assign(new URL(server.urlOf(asOwner(url))), { username: 'postgres' }).href
  const admin = connect(superuser, { part: 'test', max: 1 })
  await sql.raw(`alter system set ${name} = '${value}'`).execute(admin)
  await sql`select pg_reload_conf()`.execute(admin)
  await admin.destroy()
  const shown = async () =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(standby)).rows
  await expect.poll(shown).toEqual([{ value }])
}

test('what a server is asked that follows another one by now is neither done nor not done', async () => {
  const operation = { caller: 'ann', endpoint: 'pay', key: 'one', requestHash: Buffer.from('1') }
  await runOperation(db, operation, async () => 'paid')
  await expect.poll(() => findReply(standby, operation)).toEqual({ reply: 'paid' })
  await setOnStandby('synchronous_standby_names', 'nobody')
  for (const asked of [() => confirm(standby, '00000001'), () => findReply(standby, operation)]) {
    const problem = await asked().catch((error) => error)
    expect(problem).toMatchObject({ name: 'OutcomeUnknown', code: '08007' })
    expect(isUnavailable(problem)).toBe(true)
  }
})

/** The same server, which says that another one has taken over since. */
const afterTakeover = async () => {
  await runAsOwner(
    asOwner(url),
    `create schema later; grant usage on schema later to public;
    create function later.pg_walfile_name(pg_lsn) returns text language sql as $$ select '00000002' $$`,
  )
  const options = '-c search_path=later,pg_catalog,public'
  return connect(Object.assign(new URL(url), { search: new URLSearchParams({ options }) }).href, { part: 'later' })
}

test('from the moment in which another server leads, the leader is read from, since notes of last writes may be lost', async () => {
  await runAsOwner(asOwner(url), 'alter table last_writes drop constraint last_writes_customer_fkey')
  const later = await afterTakeover()
  const replica = openReplica({ db, url: server.urlOf(url), log: createLog('test', 'silent') })
  const who = randomUUID()
  const isReplica = async () => {
    const { result } = await replica.read(who, () => sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db))
    return result.rows[0]?.is
  }
  try {
    await expect.poll(isReplica, { timeout: 20_000 }).toBe(true)
    expect(await inPlaceOf({ pool: poolOf(later) }, isReplica)).toBe(false)
    expect(await isReplica()).toBe(false)
  } finally {
    await replica.stop()
    await later.destroy()
  }
})
