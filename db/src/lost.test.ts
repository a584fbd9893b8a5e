import { mkdtempSync } from 'node:fs'
import { chmod, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirm } from './confirmed.ts'
import { connect, type Db, waitUntilReachable } from './connect.ts'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { findReply, runOperation } from './operations.ts'
import { ProblemForPeople } from './problem.ts'
import { inTransaction, runLast, runStatement } from './transaction.ts'
import { isLost, isUnavailable } from './unavailable.ts'

const folder = mkdtempSync(join(tmpdir(), 'ingot-lost-'))
const ownerPassword = 'the owner of it all'
const options = { folder: join(folder, 'postgres'), password: 'whoever runs', ownerPassword }
let server: EmbeddedServer
let admin: pg.Client
let db: Db

const connectAdmin = async () => {
  const { port } = new URL(server.url)
  admin = new pg.Client(`postgres://postgres:${encodeURIComponent(ownerPassword)}@127.0.0.1:${port}/ingot`)
  admin.on('error', () => undefined)
  await admin.connect()
}

beforeAll(async () => {
  await chmod(folder, 0o755)
  server = await startEmbedded(options)
  await migrate(server.ownerUrl, { runningUrl: server.url })
  await connectAdmin()
  db = connect(server.url, { part: 'lost', max: 2 })
})

afterAll(async () => {
  await db.destroy()
  await admin.end().catch(() => undefined)
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const setting = async (name: string, value: string) => {
  await admin.query(`alter system set ${name} = '${value}'`)
  await admin.query('select pg_reload_conf()')
  // Every connection takes it over before its next statement, which is not awaited but asked for.
  await expect.poll(async () => (await admin.query(`show ${name}`)).rows[0]?.[name]).toBe(value)
}

/** As a statement timeout does it: the wait for a replica is over, and the server says "done". */
const cancelWaiting = async (work: () => Promise<unknown>) => {
  const outcome = Promise.allSettled([work()])
  const cancel = () =>
    admin.query(`select pg_cancel_backend(pid) from pg_stat_activity
      where wait_event = 'SyncRep' and application_name = 'ingot-lost'`)
  await expect.poll(async () => (await cancel()).rowCount).toBeGreaterThan(0)
  const [ended] = await outcome
  return ended?.status === 'rejected' ? ended.reason : 'done'
}

const beat = (part: string) => ({
  name: 'beat',
  text: 'insert into heartbeats (part, beat_at) values ($1, now()) returning part',
  values: [part],
})

const parts = async () =>
  (await sql<{ part: string }>`select part from heartbeats order by part`.execute(db)).rows.map(({ part }) => part)

test('a commit for which no replica was waited any more is no success, whatever way it went', async () => {
  await setting('synchronous_standby_names', 'nobody')
  const ways = [
    () => inTransaction(db, (tx) => sql`insert into heartbeats (part, beat_at) values ('a', now())`.execute(tx)),
    () => inTransaction(db, (tx) => runStatement(tx, beat('b'))),
    () => inTransaction(db, (tx) => runLast(tx, beat('c'))),
    () => runStatement(db, beat('d')),
    () => sql`insert into heartbeats (part, beat_at) values ('e', now())`.execute(db),
  ]
  for (const way of ways) {
    const problem = await cancelWaiting(way)
    expect(problem).toMatchObject({ name: 'OutcomeUnknown', code: '08007' })
    expect(isUnavailable(problem)).toBe(true)
  }
  // It is there, on this machine alone: that is why nobody was told either way.
  expect(await parts()).toEqual(['a', 'b', 'c', 'd', 'e'])
  await setting('synchronous_standby_names', '')
  await runStatement(db, beat('f'))
})

test('an answer is not given again either before it is where it stays', async () => {
  const operation = () => ({ caller: 'ann', endpoint: 'pay', key: 'one', requestHash: Buffer.from('1') })
  await setting('synchronous_standby_names', 'nobody')
  expect(await cancelWaiting(() => runOperation(db, operation(), async () => 'paid'))).toMatchObject({ code: '08007' })
  expect(await cancelWaiting(() => findReply(db, operation()))).toMatchObject({ code: '08007' })
  await setting('synchronous_standby_names', '')
  expect(await findReply(db, operation())).toEqual({ reply: 'paid' })
})

const operationOf = (key: string) => ({ caller: 'ann', endpoint: 'pay', key, requestHash: Buffer.from('1') })

test('while replicas are waited for, nobody waits for the rows of whoever is not answered yet', async () => {
  await runStatement(db, beat('hot'))
  const change = (key: string) =>
    runOperation(db, operationOf(key), async (tx) => {
      await sql`update heartbeats set beat_at = beat_at + interval '1 minute' where part = 'hot'`.execute(tx)
      return key
    })
  const keysDone = async () =>
    (await admin.query("select key from operations where key like 'hot%' order by key")).rows.map(({ key }) => key)
  await setting('synchronous_standby_names', 'nobody')
  let answered = 0
  const changes = ['hot1', 'hot2', 'hot3'].map((key) => change(key).finally(() => answered++))
  await expect.poll(keysDone).toEqual(['hot1', 'hot2', 'hot3'])
  expect(answered).toBe(0)
  await setting('synchronous_standby_names', '')
  expect(await Promise.all(changes)).toEqual(['hot1', 'hot2', 'hot3'])
})

test('what was done on a server that another one has followed since is neither done nor not done', async () => {
  await expect(confirm(db, '00000000')).rejects.toMatchObject({ name: 'OutcomeUnknown', code: '08007' })
  await confirm(db, '00000001')
  await confirm(db, null)
})

test('a server that only reads is none to start on, and a write that it refuses is not done', async () => {
  await admin.query('alter database ingot set default_transaction_read_only = on')
  const other = connect(server.url, { part: 'lost', max: 1 })
  await expect(waitUntilReachable(other, 0)).rejects.toThrow(ProblemForPeople)
  const refused = await runStatement(other, beat('g')).catch((error) => error)
  expect(isLost(refused)).toBe(true)
  await admin.query('alter database ingot reset default_transaction_read_only')
  // The connection that was refused is not used again: the next one may lead to who writes.
  await runStatement(other, beat('g'))
  await waitUntilReachable(other, 0)
  await other.destroy()
})

test('connections survive the death of the server, and are there again with the next one', async () => {
  const [pid] = (await readFile(join(options.folder, 'data/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await server.gone
  expect(isLost(await runStatement(db, beat('h')).catch((error) => error))).toBe(true)
  server = await startEmbedded({ ...options, port: Number(new URL(server.url).port) })
  await waitUntilReachable(db)
  await runStatement(db, beat('h'))
  expect(await parts()).toContain('h')
})
