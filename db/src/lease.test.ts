import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db, fencedBy } from './connect.ts'
import { fenceFor } from './lease.ts'
import { asOwner, createTestDatabase, runAsOwner } from './test-server.ts'
import { inTransaction, runStatement } from './transaction.ts'

let url: string
let db: Db
const children = new Set<ChildProcess>()

beforeAll(async () => {
  url = await createTestDatabase()
  db = connect(url, { part: 'test' })
  await runAsOwner(asOwner(url), 'create table marks (number bigint generated always as identity, pid int not null)')
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await db.destroy()
})

const open = () => {
  const child = fork(new URL('test-leader.ts', import.meta.url), { env: { ...process.env, DATABASE_URL: url } })
  children.add(child)
  return child
}

const told = (child: ChildProcess, word: string) =>
  new Promise<void>((done) => child.on('message', (message) => message === word && done()))

const marks = async () =>
  (await sql<{ pid: number }>`select pid from marks order by number`.execute(db)).rows.map(({ pid }) => pid)

/** Who has written, in turn: nobody stands there twice, who was followed once. */
const turns = async () => {
  const all = await marks()
  return all.filter((pid, at) => pid !== all[at - 1])
}

test('of several processes one does it; killed, it is followed within seconds; frozen and back, it does nothing any more; stopped, it is followed as well', {
  timeout: 120_000,
}, async () => {
  const first = open()
  await told(first, 'leads')
  const second = open()
  const secondLeads = told(second, 'leads')
  await expect.poll(marks).not.toEqual([])
  expect(await turns()).toEqual([first.pid])

  first.kill('SIGKILL')
  await secondLeads
  const third = open()
  const thirdLeads = told(third, 'leads')
  await expect.poll(turns).toEqual([first.pid, second.pid])

  second.kill('SIGSTOP')
  await thirdLeads
  await expect.poll(turns).toEqual([first.pid, second.pid, third.pid])
  const secondHasLed = told(second, 'led')
  second.kill('SIGCONT')
  await secondHasLed
  const written = (await marks()).length
  await expect.poll(async () => (await marks()).length, { timeout: 20_000 }).toBeGreaterThan(written + 10)
  expect(await turns()).toEqual([first.pid, second.pid, third.pid])

  const secondLeadsAgain = told(second, 'leads')
  third.kill('SIGTERM')
  expect(await once(third, 'exit')).toEqual([0, null])
  await secondLeadsAgain
  await expect.poll(turns).toEqual([first.pid, second.pid, third.pid, second.pid])
})

test('whoever holds it no more is refused whatever he writes, and may read: a transaction, a statement by name, a statement on its own', async () => {
  const holder = '00000000-0000-0000-0000-000000000001'
  const fenced = fencedBy(db, fenceFor({ name: 'other', holder, term: '7' }))
  const mark = { name: 'mark', text: 'insert into marks (pid) values ($1) returning pid', values: [0] }
  const ways = [
    () => inTransaction(fenced, (tx) => sql`insert into marks (pid) values (0)`.execute(tx)),
    () => inTransaction(fenced, (tx) => runStatement(tx, mark)),
    () => runStatement(fenced, mark),
    () => sql`insert into marks (pid) values (0)`.execute(fenced),
  ]
  await sql`insert into leases (name, holder, term, until)
    values ('other', ${holder}, 7, clock_timestamp() + interval '1 hour')`.execute(db)
  for (const way of ways) await way()
  expect((await marks()).filter((pid) => pid === 0)).toHaveLength(4)
  for (const change of [sql`term = 8`, sql`term = 7, until = clock_timestamp()`]) {
    await sql`update leases set ${change} where name = 'other'`.execute(db)
    for (const way of ways) await expect(way()).rejects.toThrow('the lease of other is not held any more')
  }
  expect((await marks()).filter((pid) => pid === 0)).toHaveLength(4)
  const reading = fenced.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const { rows } = await reading.execute((tx) => sql`select pid from marks where pid = 0`.execute(tx))
  expect(rows).toHaveLength(4)
  await expect(reading.execute((tx) => sql`insert into marks (pid) values (0)`.execute(tx))).rejects.toThrow(
    'read-only',
  )
})
