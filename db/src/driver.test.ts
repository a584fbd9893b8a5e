import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Statement } from './batch.ts'
import { connect, type Db } from './connect.ts'
import { asOwner, createTestDatabase, runAsOwner } from './test-server.ts'
import { inTransaction, runLast, runStatement, withoutWaiting } from './transaction.ts'

let db: Db
let watcher: Db

beforeAll(async () => {
  const url = await createTestDatabase()
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
