import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Batch, type Statement } from './batch.ts'
import { connect, type Db, poolOf } from './connect.ts'
import { type Fence, inPlaceOf } from './source.ts'
import { asOwner, createTestDatabase, runAsOwner } from './test-server.ts'
import { inTransaction, runBehind, runLast, runStatement, withoutWaiting } from './transaction.ts'
import { isUnavailable } from './unavailable.ts'

let url: string
let db: Db
let watcher: Db

beforeAll(async () => {
  url = await createTestDatabase()
  // One connection, so that each test also shows that the one before left it in order.
  db = connect(url, { part: 'driver', max: 1 })
  watcher = connect(url, { part: 'watcher', max: 1 })
  await runAsOwner(asOwner(url), 'create table coins (n int primary key, note text)')
})

afterAll(() => Promise.all([db.destroy(), watcher.destroy()]))

const put = (n: number): Statement => ({
  name: 'put',
  text: 'insert into coins (n) values ($1) returning n',
  values: [n],
})
const coins = async () =>
  (await sql<{ n: number }>`select n from coins order by n`.execute(watcher)).rows.map(({ n }) => n)

test('statements that are asked for at once are done in their order, and each gets its own rows', async () => {
  const count = { name: 'count', text: 'select count(*)::int as n from coins', values: [] }
  const answers = await inTransaction(db, (tx) =>
    Promise.all([runStatement(tx, put(1)), runStatement(tx, count), runStatement(tx, put(2)), runStatement(tx, count)]),
  )
  expect(answers).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 2 }], [{ n: 2 }]])
  expect(await coins()).toEqual([1, 2])
})

test('a transaction begins with its first statement, and the server hears nothing of it before', async () => {
  const state = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from pg_stat_activity where application_name = 'ingot-driver'`.execute(watcher)
    return rows[0]?.state
  }
  await runStatement(db, { name: 'count', text: 'select count(*)::int as n from coins', values: [] })
  const states = await inTransaction(db, async (tx) => {
    const before = await state()
    await runStatement(tx, put(0))
    const after = await state()
    await sql`delete from coins where n = 0`.execute(tx)
    return [before, after]
  })
  expect(states).toEqual(['idle', 'idle in transaction'])
})

test('a transaction has the isolation it asks for, whether its first statement has a name or not', async () => {
  const isolation = { name: 'isolation', text: 'show transaction_isolation', values: [] }
  const strict = () => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const expected = { transaction_isolation: 'repeatable read' }
  expect(await strict().execute((tx) => runStatement(tx, isolation))).toEqual([expected])
  expect((await strict().execute((tx) => sql`show transaction_isolation`.execute(tx))).rows).toEqual([expected])
  await expect(strict().execute((tx) => runStatement(tx, put(12)))).rejects.toMatchObject({ code: '25006' })
  expect(await inTransaction(db, (tx) => runStatement(tx, isolation))).toEqual([
    { transaction_isolation: 'read committed' },
  ])
})

test('what comes after a statement that failed is not done, and nothing of the transaction stays', async () => {
  const failing = inTransaction(db, async (tx) => {
    await runStatement(tx, put(3))
    await Promise.all([runStatement(tx, put(4)), runStatement(tx, put(1)), runStatement(tx, put(5))])
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await coins()).toEqual([1, 2])
})

test('a statement that failed the first time is known, and can be run again', async () => {
  const halve = (n: number) => ({ name: 'halve', text: 'select 10 / $1::int as n', values: [n] })
  await expect(inTransaction(db, (tx) => runStatement(tx, halve(0)))).rejects.toMatchObject({ code: '22012' })
  expect(await inTransaction(db, (tx) => runStatement(tx, halve(2)))).toEqual([{ n: 5 }])
})

test('a statement of its own that is refused leaves its connection as it is, with what was prepared there', async () => {
  const place = { name: 'place', text: 'select pg_backend_pid() as place', values: [] }
  const before = await runStatement(db, place)
  const refused = runBehind(db, { name: 'refuse', text: 'select 1 / $1::int as n', values: [0] }, put(7))
  await expect(refused).rejects.toMatchObject({ code: '22012' })
  await expect(runStatement(db, put(1))).rejects.toMatchObject({ code: '23505' })
  expect(await runStatement(db, place)).toEqual(before)
  expect(await coins()).not.toContain(7)
})

test('the last statement of a transaction takes the commit with it, and nothing may come after', async () => {
  const seen: number[][] = []
  await inTransaction(db, async (tx) => {
    await Promise.all([runStatement(tx, put(6)), runLast(tx, put(7))])
    seen.push(await coins())
    await expect(runStatement(tx, put(8))).rejects.toThrow('after the last one')
  })
  expect(seen).toEqual([[1, 2, 6, 7]])
  expect(await coins()).toEqual([1, 2, 6, 7])
})

test('when the last statement fails, nothing of its transaction stays', async () => {
  const failing = inTransaction(db, async (tx) => {
    await runStatement(tx, put(9))
    await runLast(tx, put(1))
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await coins()).toEqual([1, 2, 6, 7])
})

test('plain and named statements of a transaction keep their order', async () => {
  const counted = await inTransaction(db, async (tx) => {
    const [, removed] = await Promise.all([
      runStatement(tx, put(10)),
      sql`delete from coins where n = 10`.execute(tx),
      runStatement(tx, put(10)),
    ])
    return removed.numAffectedRows
  })
  expect(counted).toBe(1n)
  expect(await coins()).toEqual([1, 2, 6, 7, 10])
})

test('a transaction that failed and went on all the same is not taken for done', async () => {
  const careless = inTransaction(db, async (tx) => {
    await runStatement(tx, put(11))
    await sql`select 1 / 0`.execute(tx).catch(() => undefined)
  })
  await expect(careless).rejects.toThrow('rolled back')
  expect(await coins()).not.toContain(11)
})

test('what goes ahead goes ahead of who only reads, too, unless it is marked as in the way of writing alone', async () => {
  const refusing = { name: 'refuse-all', text: 'select 1 / $1::int as n', values: [0] }
  const reading = (fence: Fence) =>
    inPlaceOf({ pool: poolOf(db), fence }, () =>
      db
        .transaction()
        .setAccessMode('read only')
        .execute((tx) => sql`select 1`.execute(tx)),
    )
  await expect(reading(refusing)).rejects.toMatchObject({ code: '22012' })
  expect((await reading({ ...refusing, passesReading: true })).rows).toHaveLength(1)
})

test('values of every kind arrive as they were', async () => {
  const at = new Date('2026-02-28T23:59:59.987Z')
  const values = [at, Buffer.from([0, 255]), null, 7, true, 'ä\u{1f4b0}']
  const text =
    'select $1::timestamptz as at, $2::bytea as bytes, $3::text as none, $4::int as n, $5::bool as yes, $6 as said'
  expect(await runStatement(db, { name: 'kinds', text, values })).toEqual([
    { at, bytes: Buffer.from([0, 255]), none: null, n: 7, yes: true, said: 'ä\u{1f4b0}' },
  ])
})

test('what may be forgotten does not wait for the disk, and what comes next on the connection does', async () => {
  await sql`set synchronous_commit = on`.execute(db)
  const setting = { name: 'setting', text: "select current_setting('synchronous_commit') as waits", values: [] }
  const forgettable = { name: 'forgettable', text: `select ${withoutWaiting} as waits`, values: [] }
  expect(await runStatement(db, forgettable)).toEqual([{ waits: 'off' }])
  expect(await runStatement(db, setting)).toEqual([{ waits: 'on' }])
})

const backend = async (tx: Parameters<Parameters<typeof inTransaction>[1]>[0]) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid

/** As an operator would, or a server that goes down. Comes back when nothing is left of it. */
const terminate = async (pid: number | undefined) => {
  await sql`select pg_terminate_backend(${pid})`.execute(watcher)
  const isThere = async () =>
    (await sql`select from pg_stat_activity where pid = ${pid}`.execute(watcher)).rows.length > 0
  while (await isThere()) await sleep(5)
}

test('a connection that is lost while it is held fails what is done on it, and nothing else', async () => {
  const lost = inTransaction(db, async (tx) => {
    await runStatement(tx, put(20))
    await terminate(await backend(tx))
    // By now the end of the connection has arrived, and nobody was waiting for an answer.
    await sleep(50)
    await runStatement(tx, put(21))
  })
  expect(isUnavailable(await lost.catch((error) => error))).toBe(true)
  expect(await inTransaction(db, (tx) => runStatement(tx, put(22)))).toEqual([{ n: 22 }])
  expect(await coins()).not.toContain(20)
})

test('a connection that is lost in the moment in which it is handed on ends nothing but itself', async () => {
  const before = await poolOf(db).connect()
  const waiting = inTransaction(db, (tx) => runStatement(tx, put(26)))
  await sleep(10)
  before.release()
  // The server's last words may come together with the answer that set the connection free.
  expect(() => before.emit('error', new Error('Connection terminated unexpectedly'))).not.toThrow()
  expect(await waiting).toEqual([{ n: 26 }])
})

test('a connection that is lost in the middle of a statement fails it, and the next one gets another', async () => {
  const lost = inTransaction(db, async (tx) => {
    const pid = await backend(tx)
    const waiting = runStatement(tx, { name: 'wait', text: 'select pg_sleep(30)', values: [] })
    await Promise.all([waiting, terminate(pid)])
  })
  expect(isUnavailable(await lost.catch((error) => error))).toBe(true)
  expect(await runStatement(db, put(23))).toEqual([{ n: 23 }])
})

test('a server that takes nothing new is told as unavailable, and another connection is opened to ask again', async () => {
  const pids = new Set<number | undefined>()
  const writing = inTransaction(db, async (tx) => {
    pids.add(await backend(tx))
    await sql`set transaction read only`.execute(tx)
    await runStatement(tx, put(24))
  })
  expect(isUnavailable(await writing.catch((error) => error))).toBe(true)
  await inTransaction(db, async (tx) => pids.add(await backend(tx)))
  expect(pids.size).toBe(2)
})

test('a batch that fails says so when its connection takes the next statement, not before', async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ready = await new Promise((told) => {
    const batch = new Batch([put(1)])
    batch.callback = (error) => told([(error as pg.DatabaseError).code, Reflect.get(client, 'readyForQuery')])
    client.query(batch)
  })
  expect(ready).toEqual(['23505', true])
  await client.end()
})

test('a statement that is prepared has to name its columns', async () => {
  const careless = { name: 'careless', text: 'select * from coins', values: [] }
  await expect(runStatement(db, careless)).rejects.toThrow('careless is prepared, so it has to name its columns')
  await expect(inTransaction(db, (tx) => runStatement(tx, careless))).rejects.toThrow('name its columns')
  expect(await runStatement(db, put(25))).toEqual([{ n: 25 }])
})
