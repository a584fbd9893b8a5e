import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Db } from './connect.ts'
import { handler, job, type Outbox, openOutbox } from './jobs.ts'
import { advance, advanceAll, historyOf, MoveRefused } from './states.ts'
import { openTestWorker } from './test-jobs.ts'
import { asOwner, createTestDatabase, runAsOwner } from './test-server.ts'
import { parcelStates, parcelsTable } from './test-states.ts'
import { inTransaction } from './transaction.ts'

const tell = job<{ parcel: string }>({ name: 'tell', attempts: 1, retryDelaySeconds: 0, retryDelayMaxSeconds: 1 })
const at = new Date('2026-11-16T08:00:00.000Z')

let url: string
let db: Db
let outbox: Outbox

beforeAll(async () => {
  url = await createTestDatabase()
  db = connect(url, { part: 'test' })
  await runAsOwner(asOwner(url), parcelsTable)
  outbox = await openOutbox(url, [tell])
})
beforeEach(async () => {
  await sql`delete from parcels`.execute(db)
  await sql`insert into parcels (id) values (1), (2), (3)`.execute(db)
})
afterAll(async () => {
  await outbox.close()
  await db.destroy()
})

const parcels = async () =>
  (await sql`select id, state, signed_by from parcels where state <> 'packed' order by id`.execute(db)).rows

/** What was written down since the last look. */
let seen = 0n
const newLines = async () => {
  const { rows } = await sql<{ number: string }>`
    select number, id, from_state as "from", to_state as "to", by, why, at from state_history
    where number > ${String(seen)} order by number`.execute(db)
  seen = BigInt(rows.at(-1)?.number ?? seen)
  return rows.map(({ number, ...line }) => line)
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code ?? error.name,
  )

test('a move changes the row, writes down who, when and why, and leaves its message', async () => {
  const told: string[] = []
  const worker = await openTestWorker(url, [handler(tell, async ({ parcel }) => void told.push(parcel))])
  await newLines()
  await inTransaction(db, (tx) => advance(tx, parcelStates, '1', { to: 'sent', by: 'clock', at }))
  const message = { outbox, job: tell, data: { parcel: '1' } }
  const move = {
    to: 'arrived',
    by: 'customer:ann',
    why: 'at the door',
    at,
    set: { signed_by: 'ann' },
    message,
  } as const
  await inTransaction(db, (tx) => advance(tx, parcelStates, '1', move))
  expect(await parcels()).toEqual([{ id: 1, state: 'arrived', signed_by: 'ann' }])
  expect(await newLines()).toEqual([
    { id: '1', from: 'packed', to: 'sent', by: 'clock', why: null, at },
    { id: '1', from: 'sent', to: 'arrived', by: 'customer:ann', why: 'at the door', at },
  ])
  await worker.run()
  expect(told).toEqual(['1'])
  const undone = inTransaction(db, async (tx) => {
    await advance(tx, parcelStates, '2', { to: 'sent', by: 'clock', at, message })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await worker.run()
  await worker.close()
  expect([await newLines(), told]).toEqual([[], ['1']])
})

test('a move that the table does not have is refused by the code and by the database', async () => {
  await newLines()
  const move = (to: 'packed' | 'arrived', from?: 'packed') =>
    inTransaction(db, (tx) => advance(tx, parcelStates, '1', { to, by: 'clock', ...(from && { from }) }))
  await expect(move('packed')).rejects.toThrow(new MoveRefused('a parcel never goes from anything to packed'))
  await expect(move('arrived', 'packed')).rejects.toThrow(new MoveRefused('a parcel never goes from packed to arrived'))
  await expect(move('arrived')).rejects.toThrow(
    new MoveRefused('parcel 1 is no longer in a state that becomes arrived'),
  )
  const states = Object.keys(parcelStates.moves) as (keyof typeof parcelStates.moves)[]
  for (const from of states)
    for (const to of states.filter((state) => state !== from)) {
      await sql`delete from parcels`.execute(db)
      await sql`insert into parcels (id, state) values (1, ${from})`.execute(db)
      const result = await codeOf(sql`update parcels set state = ${to} where id = 1`.execute(db))
      expect([from, to, result]).toEqual([from, to, parcelStates.moves[from].includes(to) ? 'done' : '23001'])
    }
  const invented = sql`
    insert into state_history (thing, id, from_state, to_state, by, at) values ('parcel', '1', 'lost', 'sent', 'eve', now())`
  expect(await codeOf(invented.execute(db))).toBe('23503')
  expect(await newLines()).toEqual([])
})

test('of two at once one moves it, and the other is refused', async () => {
  await newLines()
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, (_, turn) =>
      inTransaction(db, (tx) =>
        advance(tx, parcelStates, '1', { from: 'packed', to: turn % 2 ? 'sent' : 'lost', by: `try ${turn}`, at }),
      ),
    ),
  )
  const winner = tries.findIndex(({ status }) => status === 'fulfilled')
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const each of tries) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(MoveRefused)
  expect(await newLines()).toMatchObject([{ id: '1', from: 'packed', by: `try ${winner}` }])
})

test('many move in one statement, and those that were moved meanwhile stay as they are', async () => {
  await sql`update parcels set state = 'lost' where id = 2`.execute(db)
  await newLines()
  const chosen = sql`road = 'north'`
  expect((await advanceAll(db, parcelStates, chosen, { to: 'sent', by: 'clock' })).sort()).toEqual(['1', '3'])
  expect(await parcels()).toMatchObject([{ state: 'sent' }, { state: 'lost' }, { state: 'sent' }])
  expect((await newLines()).map(({ id }: { id?: string }) => id).sort()).toEqual(['1', '3'])
  expect(await advanceAll(db, parcelStates, chosen, { to: 'sent', by: 'clock' })).toEqual([])
})

test('a query shows what became of each row, in order, and neither who nor why', async () => {
  await advanceAll(db, parcelStates, sql`id = 3`, { to: 'sent', by: 'clock', at })
  await advanceAll(db, parcelStates, sql`id = 3`, { to: 'arrived', by: 'ben', why: 'secret', at })
  const { rows } = await sql<{ history: object[] }>`
    select ${historyOf(parcelStates, sql`p.id`)} as history from parcels p where id = 3`.execute(db)
  expect(rows[0]?.history.slice(-2)).toEqual([
    { state: 'sent', at: '2026-11-16T08:00:00+00:00' },
    { state: 'arrived', at: '2026-11-16T08:00:00+00:00' },
  ])
})
