import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Part } from './batch.ts'
import { connect, type Db, type Tx } from './connect.ts'
import {
  findReply,
  type Operation,
  OperationKeyReused,
  purgeOperations,
  runOperation,
  runOperationFrom,
} from './operations.ts'
import { asOwner, createTestDatabase, runAsOwner } from './test-server.ts'
import { inTransaction, runStatement } from './transaction.ts'

let db: Db
beforeAll(async () => {
  const url = await createTestDatabase()
  db = connect(url, { part: 'test' })
  await runAsOwner(
    asOwner(url),
    `create table work (n int generated always as identity, note text);
    create table begun (n int);
    create table pair (id int primary key, n int not null)`,
  )
})
afterAll(() => db.destroy())

const operation = (key: string, request = 'request'): Operation => ({
  caller: 'customer-1',
  endpoint: 'send',
  key,
  requestHash: createHash('sha256').update(request).digest(),
})

const countWork = async (note: string) => {
  const { rows } = await sql<{ count: string }>`select count(*) from work where note = ${note}`.execute(db)
  return Number(rows[0]?.count)
}

const work = (note: string) => (tx: Parameters<Parameters<typeof inTransaction>[1]>[0]) =>
  sql<{ n: number }>`insert into work (note) values (${note}) returning n`
    .execute(tx)
    .then(({ rows }) => ({ b: note, a: rows[0]?.n }))

test('an operation sent fifty times at once is done once and answered fifty times alike', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => runOperation(db, operation('fifty'), work('fifty'))),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await countWork('fifty')).toBe(1)
})

test('the answer is kept to the byte, the order of its fields included', async () => {
  const first = await runOperation(db, operation('bytes'), work('bytes'))
  expect(JSON.stringify((await findReply(db, operation('bytes')))?.reply)).toBe(JSON.stringify(first))
})

test('a request that was hashed under an older key is the same request', async () => {
  const first = await runOperation(db, operation('rotated', 'hashed before'), work('rotated'))
  const { requestHash } = operation('', 'hashed before')
  const again = { ...operation('rotated', 'hashed now'), olderHashes: [requestHash] }
  expect(await runOperation(db, again, work('rotated'))).toEqual(first)
  expect(await countWork('rotated')).toBe(1)
})

test('the same key with another request is refused', async () => {
  await runOperation(db, operation('reused'), work('reused'))
  await expect(runOperation(db, operation('reused', 'other'), work('reused'))).rejects.toThrow(OperationKeyReused)
  await expect(findReply(db, operation('reused', 'other'))).rejects.toThrow(OperationKeyReused)
  expect(await countWork('reused')).toBe(1)
})

test('the same key of another customer or at another endpoint is another operation', async () => {
  const same = operation('shared-key')
  await runOperation(db, same, work('shared'))
  await runOperation(db, { ...same, caller: 'customer-2' }, work('shared'))
  await runOperation(db, { ...same, endpoint: 'swap' }, work('shared'))
  expect(await countWork('shared')).toBe(3)
})

test('an operation that failed leaves nothing, and its retry does the work', async () => {
  const fails = runOperation(db, operation('failing'), async (tx) => {
    await work('failing')(tx)
    throw new Error('no')
  })
  await expect(fails).rejects.toThrow('no')
  expect(await countWork('failing')).toBe(0)
  await runOperation(db, operation('failing'), work('failing'))
  expect(await countWork('failing')).toBe(1)
})

const keepNow = (tx: Tx, { name, text, values }: Part) =>
  runStatement(tx, { name, text: `with ${text(1)} select`, values })

test('an answer that was kept before the last step goes with it if it fails, and stays if it does not', async () => {
  const early = (fails: boolean) =>
    runOperation(db, operation('early'), async (tx, keep) => {
      await keepNow(tx, keep('early'))
      if (fails) throw new Error('no')
      return 'early'
    })
  await expect(early(true)).rejects.toThrow('no')
  expect(await findReply(db, operation('early'))).toBeUndefined()
  expect(await early(false)).toBe('early')
  expect(await findReply(db, operation('early'))).toEqual({ reply: 'early' })
})

test('what is answered in the end counts, whatever was kept before', async () => {
  await runOperation(db, operation('changed'), async (tx, keep) => {
    await keepNow(tx, keep('first'))
    return 'last'
  })
  expect(await findReply(db, operation('changed'))).toEqual({ reply: 'last' })
})

test('what goes along with the claim is taken back when the operation was done before', async () => {
  const begin = (n: number) =>
    runOperationFrom(
      db,
      operation('begun'),
      (tx) => runStatement(tx, { name: 'begin-it', text: 'insert into begun values ($1) returning n', values: [n] }),
      async (_, [row]) => row,
    )
  expect(await begin(1)).toEqual({ n: 1 })
  expect(await begin(2)).toEqual({ n: 1 })
  expect((await sql`select n from begun`.execute(db)).rows).toEqual([{ n: 1 }])
})

test('an operation that was done before is answered, also when it could not begin a second time', async () => {
  const begin = (refusal?: Error) =>
    runOperationFrom(
      db,
      operation('refused-later'),
      async () => {
        if (refusal) throw refusal
      },
      async () => 'done',
    )
  await expect(begin(new Error('not proven'))).rejects.toThrow('not proven')
  expect(await begin()).toBe('done')
  expect(await begin(new Error('not proven'))).toBe('done')
})

test('a statement with a name is prepared once, also inside transactions', async () => {
  const one = connect(await createTestDatabase(), { part: 'one', max: 1 })
  const add = (n: number) => ({ name: 'add-in', text: 'select 1 + $1::int as sum', values: [n] })
  for (const n of [1, 2]) expect(await inTransaction(one, (tx) => runStatement(tx, add(n)))).toEqual([{ sum: n + 1 }])
  const { rows } = await sql`
    select name, generic_plans + custom_plans as runs from pg_prepared_statements where name = 'add-in'`.execute(one)
  expect(rows).toEqual([{ name: 'add-in', runs: '2' }])
  await one.destroy()
})

test('answers are forgotten after thirty days and not before', async () => {
  await runOperation(db, operation('old'), work('old'))
  await runOperation(db, operation('young'), work('young'))
  await sql`update operations set done_at = now() - interval '30 days 1 minute' where key = 'old'`.execute(db)
  await sql`update operations set done_at = now() - interval '29 days 23 hours' where key = 'young'`.execute(db)
  expect(await purgeOperations(db)).toBe(1n)
  expect(await findReply(db, operation('old'))).toBeUndefined()
  expect(await findReply(db, operation('young'))).toBeDefined()
})

test('two transactions that deadlock both end well', async () => {
  await sql`insert into pair values (1, 0), (2, 0)`.execute(db)
  // Each takes its first row and waits until the other has too; only then do they cross.
  let waiting = 0
  let bothHold: () => void = () => undefined
  const held = new Promise<void>((done) => {
    bothHold = done
  })
  const cross = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      await sql`update pair set n = n + 1 where id = ${first}`.execute(tx)
      if (++waiting === 2) bothHold()
      await held
      await sql`update pair set n = n + 1 where id = ${second}`.execute(tx)
    })
  await Promise.all([cross(1, 2), cross(2, 1)])
  const { rows } = await sql<{ n: number }>`select n from pair`.execute(db)
  expect(rows).toEqual([{ n: 2 }, { n: 2 }])
})

test('who only ran statements of his own leaves no connection behind', async () => {
  const url = await createTestDatabase()
  const alone = connect(url, { part: 'alone' })
  expect(await runStatement(alone, { name: 'add', text: 'select 1 + $1::int as sum', values: [2] })).toEqual([
    { sum: 3 },
  ])
  await alone.destroy()
  const open = () => sql`select from pg_stat_activity where application_name = 'ingot-alone'`.execute(db)
  await expect.poll(async () => (await open()).rows).toEqual([])
})
