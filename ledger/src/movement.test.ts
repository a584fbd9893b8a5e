import { randomUUID } from 'node:crypto'
import { connect, type Db } from '@ingot/db/connect'
import { asOwner, createTestDatabase, runAsOwner } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerAccount, houseAccount } from './account.ts'
import { type MovementState, movementById, movementsOf, movementsOfEntries, recordMovements } from './movement.ts'
import { periodOf } from './period.ts'
import { type Move, move, post, postListed, settledMove } from './post.ts'
import { concludeSends, sendMoves } from './send.ts'
import { advanceSettlements, settlementsOf } from './settlement.ts'

let db: Db

beforeAll(async () => {
  const url = await createTestDatabase()
  db = connect(url, { part: 'test' })
  await runAsOwner(asOwner(url), 'create table notes (entry bigint, said text)')
})
afterAll(() => db.destroy())

const anna = 'customer:anna'
const ben = 'customer:ben'
const cleo = 'customer:cleo'
const dollars = (units: bigint) => amountOf('USDT', units)
const purse = (name: string) => customerAccount(name, 'USDT', 'available')

const happen = (
  reference: string,
  moves: Move[],
  sides: { owner: `customer:${string}`; type: string }[],
  details: Record<string, string> = { note: reference },
) =>
  inTransaction(db, async (tx) => {
    const { entry } = await post(tx, { reference, kind: 'test', causedBy: 'test', moves, details })
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
      move(dollars(5n), { from: purse('anna'), to: customerAccount('anna', 'USDT', 'staked') }),
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
    outgoing: [dollars(32n)],
    incoming: [],
    fees: [dollars(2n)],
    withheld: [],
    details: { note: 'over' },
    settlement: { state: 'queued', hash: null, reason: null },
  })
  expect(came).toMatchObject({ type: 'deposit', incoming: [dollars(100n)], outgoing: [], settlement: null })
  const [got] = await movementsOf(db, { owner: ben, limit: 10 })
  expect(got).toMatchObject({ type: 'transfer-in', entry, incoming: [dollars(30n)], outgoing: [], fees: [] })
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

test('a history is read by how far its movements are', async () => {
  const to = `0x${'12'.repeat(20)}`
  const hash = `0x${'ab'.repeat(32)}`
  let sends = 0
  const send = () =>
    happen(`send-${++sends}`, sendMoves(dollars(1n), purse('cleo')), [{ owner: cleo, type: 'send' }], { to })
  await happen(
    'for cleo',
    [move(dollars(9n), { from: houseAccount('USDT', 'outside'), to: purse('cleo') })],
    [{ owner: cleo, type: 'deposit' }],
  )
  const [waits, left, done, failed, back] = [await send(), await send(), await send(), await send(), await send()]
  await inTransaction(db, async (tx) => {
    await advanceSettlements(tx, [left, done], { state: 'sent', hash })
    await advanceSettlements(tx, [done], { state: 'confirmed', hash })
    await advanceSettlements(tx, [failed, back], { state: 'failed', reason: 'no' })
    await concludeSends(tx, await settlementsOf(tx, [back]), 'returned', 'test')
  })
  const entriesIn = async (...states: MovementState[]) =>
    (await movementsOf(db, { owner: cleo, states, limit: 9 })).map(({ type, entry }) =>
      type === 'send' ? entry : type,
    )
  expect(await entriesIn('posted')).toEqual(['send-returned', 'deposit'])
  expect(await entriesIn('queued')).toEqual([failed, waits])
  expect(await entriesIn('sent')).toEqual([left])
  expect(await entriesIn('confirmed')).toEqual([done])
  expect(await entriesIn('returned')).toEqual([back])
  expect(await entriesIn('sent', 'returned')).toEqual([back, left])
})

test('the movements of entries are read for one owner, and their ids are told when they are new', async () => {
  const entry = await happen('both', [move(dollars(1n), { from: purse('anna'), to: purse('ben') })], [])
  const record = () =>
    inTransaction(db, (tx) =>
      recordMovements(tx, [
        { owner: anna, type: 'gave', entry },
        { owner: ben, type: 'got', entry },
      ]),
    )
  const ids = await record()
  expect(await record()).toEqual([])
  const [gave, ...none] = await movementsOfEntries(db, anna, [entry])
  expect(none).toEqual([])
  expect(gave).toMatchObject({ type: 'gave', entry, outgoing: [dollars(1n)] })
  expect(ids).toEqual([gave?.id, (await movementsOfEntries(db, ben, [entry]))[0]?.id])
  expect(await movementsOfEntries(db, anna, [])).toEqual([])
})

test('what the house keeps of a payout as a fee is told beside it, and is in no sum', async () => {
  const treasury = houseAccount('USDT', 'treasury')
  await happen('stock', [move(dollars(100n), { from: houseAccount('USDT', 'outside'), to: treasury })], [])
  const entry = await happen(
    'ended',
    [
      move(dollars(95n), { from: treasury, to: purse('ben') }),
      move(dollars(5n), { from: treasury, to: houseAccount('USDT', 'fees') }),
    ],
    [{ owner: ben, type: 'ended' }],
  )
  expect(await movementsOfEntries(db, ben, [entry])).toMatchObject([
    { incoming: [dollars(95n)], outgoing: [], fees: [], withheld: [dollars(5n)] },
  ])
})

test('what only changes its purpose is a movement of nothing', async () => {
  const stake = move(dollars(1n), { from: purse('ben'), to: customerAccount('ben', 'USDT', 'staked') })
  const entry = await happen('staked', [stake], [{ owner: ben, type: 'staked' }])
  expect(await movementsOfEntries(db, ben, [entry])).toMatchObject([{ incoming: [], outgoing: [], fees: [] }])
})

test('what comes along may have long names: statements are told apart by all of them', async () => {
  const said = (what: string) => ({
    name: `${'a-name-that-is-very-long-'.repeat(3)}${what}`,
    text: (first: number) => `noted as (insert into notes select entry, $${first}::text || '${what}' from posted)`,
    values: ['it says '],
  })
  const note = (reference: string, what: string) => {
    const entry = {
      reference,
      kind: 'test',
      causedBy: 'test',
      moves: [move(dollars(1n), { from: purse('anna'), to: purse('ben') })],
    }
    const movement = { id: randomUUID(), owner: anna, type: 'gave' } as const
    return inTransaction(db, (tx) => postListed(tx, entry, movement, [said(what)]))
  }
  const entries = [await note('long-1', 'this'), await note('long-2', 'that'), await note('long-3', 'this')]
  const { rows } = await sql<{ said: string }>`
    delete from notes where entry = any(${entries.map(String)}::bigint[]) returning said`.execute(db)
  expect(rows.map((row) => row.said).toSorted()).toEqual(['it says that', 'it says this', 'it says this'])
})

test('what is owed neither came nor left', async () => {
  const debt = amountOf('USD', 500n)
  const owed = customerAccount('ben', 'USD', 'owed')
  const owe = move(debt, { from: houseAccount('USD', 'receivable'), to: owed })
  const entry = await happen('reversed', [owe], [{ owner: ben, type: 'reversed' }])
  expect(await movementsOfEntries(db, ben, [entry])).toMatchObject([{ incoming: [], outgoing: [] }])
  const period = { from: new Date(0), until: new Date('2100-01-01T00:00:00Z') }
  expect((await periodOf(db, ben, period)).map(({ asset }) => asset)).not.toContain('USD')
})

test('an entry is posted, listed and noted by its feature in one statement, or not at all', async () => {
  const id = '11111111-1111-4111-8111-111111111111'
  const noted = (first: number) => `noted as (insert into notes select entry, $${first} from posted)`
  const note = { name: 'note', text: noted, values: ['hello'] }
  const listed = (units: bigint) => {
    const moves = [move(dollars(units), { from: purse('ben'), to: purse('anna') })]
    const entry = { reference: `listed-${units}`, kind: 'test', causedBy: 'test', moves }
    return inTransaction(db, (tx) => postListed(tx, entry, { id, owner: ben, type: 'gave' }, [note]))
  }
  const notes = async () => (await sql`select entry::text, said from notes`.execute(db)).rows
  await expect(listed(1_000_000n)).rejects.toMatchObject({ refusal: 'BalanceTooLow' })
  expect(await notes()).toEqual([])
  const entry = await listed(1n)
  expect(await movementById(db, id)).toMatchObject({ owner: ben, type: 'gave', entry, outgoing: [dollars(1n)] })
  expect(await notes()).toEqual([{ entry: String(entry), said: 'hello' }])
  // Once is enough, also for whoever takes the same entry for another one.
  await expect(listed(1n)).rejects.toMatchObject({ code: '23505' })
  expect(await notes()).toEqual([{ entry: String(entry), said: 'hello' }])
})
