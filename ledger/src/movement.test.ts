import { connect, type Db } from '@ingot/db/connect'
import { createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { amountOf } from '@ingot/money/amount'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerAccount, houseAccount } from './account.ts'
import { movementById, movementsOf, recordMovements } from './movement.ts'
import { type Move, move, post, settledMove } from './post.ts'

let db: Db

beforeAll(async () => {
  db = connect(await createTestDatabase(), { part: 'test' })
})
afterAll(() => db.destroy())

const anna = 'customer:anna'
const ben = 'customer:ben'
const dollars = (units: bigint) => amountOf('USDT', units)
const purse = (name: string) => customerAccount(name, 'USDT', 'available')

const happen = (reference: string, moves: Move[], sides: { owner: typeof anna | typeof ben; type: string }[]) =>
  inTransaction(db, async (tx) => {
    const { entry } = await post(tx, { reference, kind: 'test', causedBy: 'test', moves, details: { note: reference } })
    await recordMovements(
      tx,
      sides.map((side) => ({ ...side, entry })),
    )
    return entry
  })

test('each side sees what came and what left, and a repetition adds nothing', async () => {
  const deposit = () =>
    happen(
      'in',
      [move(dollars(100n), { from: houseAccount('USDT', 'outside'), to: purse('anna') })],
      [{ owner: anna, type: 'deposit' }],
    )
  await deposit()
  await deposit()
  const entry = await happen(
    'over',
    [
      settledMove(dollars(30n), { from: purse('anna'), to: purse('ben') }),
      move(dollars(2n), { from: purse('anna'), to: houseAccount('USDT', 'fees') }),
      move(dollars(5n), { from: purse('anna'), to: customerAccount('anna', 'USDT', 'locked') }),
    ],
    [
      { owner: anna, type: 'transfer-out' },
      { owner: ben, type: 'transfer-in' },
    ],
  )
  const [out, came, ...none] = await movementsOf(db, { owner: anna, limit: 10 })
  expect(none).toEqual([])
  expect(out).toMatchObject({
    type: 'transfer-out',
    entry,
    outgoing: [dollars(30n), dollars(2n)],
    incoming: [],
    details: { note: 'over' },
    settlement: { state: 'queued', hash: null, reason: null },
  })
  expect(came).toMatchObject({ type: 'deposit', incoming: [dollars(100n)], outgoing: [], settlement: null })
  const [got] = await movementsOf(db, { owner: ben, limit: 10 })
  expect(got).toMatchObject({ type: 'transfer-in', entry, incoming: [dollars(30n)], outgoing: [] })
  expect(got?.id).not.toBe(out?.id)
})

test('a history is read by page, type and time, and one movement by its link', async () => {
  for (let index = 0; index < 7; index++)
    await happen(
      `page-${index}`,
      [move(dollars(1n), { from: purse('anna'), to: purse('ben') })],
      [{ owner: anna, type: index % 2 ? 'odd' : 'even' }],
    )
  const all = await movementsOf(db, { owner: anna, limit: 100 })
  const paged = []
  for (let before: bigint | undefined; ; ) {
    const page = await movementsOf(db, { owner: anna, limit: 2, ...(before !== undefined && { before }) })
    paged.push(...page)
    before = page.at(-1)?.number
    if (page.length === 0) break
  }
  expect(paged).toEqual(all)
  const odd = await movementsOf(db, { owner: anna, types: ['odd', 'deposit'], limit: 100 })
  expect(odd.map(({ type }) => type)).toEqual(['odd', 'odd', 'odd', 'deposit'])
  const [newest, second] = all
  expect(await movementsOf(db, { owner: anna, from: newest?.at ?? new Date(), limit: 9 })).toEqual([newest])
  expect((await movementsOf(db, { owner: anna, until: newest?.at ?? new Date(), limit: 1 }))[0]).toEqual(second)
  expect(await movementById(db, newest?.id ?? '')).toEqual(newest)
  expect(await movementById(db, '00000000-0000-4000-8000-000000000000')).toBeUndefined()
})
