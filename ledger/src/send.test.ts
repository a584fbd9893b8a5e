import { connect, type Db } from '@ingot/db/connect'
import { createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerAccount, houseAccount } from './account.ts'
import { balanceOf, balancesOf } from './balance.ts'
import { expireHolds, placeHold, voidHold } from './hold.ts'
import { movementByNumber, movementsOf, stateOf } from './movement.ts'
import { entriesBehind, settlementTimes } from './movement-entries.ts'
import { move, post, settledMove } from './post.ts'
import { concludeSends, isSend, sendHold, sendMoves } from './send.ts'
import { advanceSettlements, settlementsOf } from './settlement.ts'

let db: Db

beforeAll(async () => {
  db = connect(await createTestDatabase(), { part: 'test' })
})
afterAll(() => db.destroy())

const dollars = (units: bigint) => amountOf('USDT', units)
const to = `0x${'12'.repeat(20)}`
const later = new Date('2100-01-01T00:00:00Z')
const hash = `0x${'ab'.repeat(32)}`

let names = 0
const cause = () => ({ reference: `send-test-${++names}`, causedBy: 'test' })

const newCustomer = async (units: bigint) => {
  const customer = `sender-${++names}`
  const into = customerAccount(customer, 'USDT', 'available')
  await post(db, {
    ...cause(),
    kind: 'test',
    moves: [move(dollars(units), { from: houseAccount('USDT', 'outside'), to: into })],
  })
  return customer
}

const unitsOf = async (customer: string) => {
  const has = await balancesOf(db, `customer:${customer}`)
  return Object.fromEntries(has.map(({ purpose, amount }) => [purpose, amount.units]))
}

const hold = (customer: string, units: bigint, expiresAt = later) =>
  inTransaction(db, (tx) => placeHold(tx, { customer, amount: dollars(units), expiresAt, ...cause() }))

const conclude = (entry: bigint, outcome: 'arrived' | 'returned') =>
  inTransaction(db, async (tx) => {
    await advanceSettlements(
      tx,
      [entry],
      outcome === 'arrived' ? { state: 'sent', hash } : { state: 'failed', reason: 'no' },
    )
    if (outcome === 'arrived') await advanceSettlements(tx, [entry], { state: 'confirmed', hash })
    await concludeSends(tx, await settlementsOf(tx, [entry]), outcome, 'test')
  })

test('what was held goes on its way with its fee, once, and the rest goes back', async () => {
  const customer = await newCustomer(100n)
  const { id } = await hold(customer, 50n)
  const release = { amount: dollars(40n), fee: dollars(3n), to, reference: 'released', causedBy: 'test' }
  const { entry } = await inTransaction(db, (tx) => sendHold(tx, id, release))
  expect(await inTransaction(db, (tx) => sendHold(tx, id, release))).toEqual({ entry, replayed: true })
  expect(await unitsOf(customer)).toEqual({ available: 57n, held: 0n })
  expect(await settlementsOf(db, [entry])).toMatchObject([
    { to, amount: dollars(40n), target: { owner: 'house', purpose: 'in-transit' }, state: 'queued' },
    { to, amount: dollars(3n), target: { owner: 'house', purpose: 'fees' }, state: 'queued' },
  ])
  await expect(inTransaction(db, (tx) => voidHold(tx, id, cause()))).rejects.toMatchObject({ refusal: 'HoldEnded' })
})

test('more than was held does not leave, fee included', async () => {
  const customer = await newCustomer(100n)
  const { id } = await hold(customer, 50n)
  const release = { amount: dollars(48n), fee: dollars(3n), to, ...cause() }
  await expect(inTransaction(db, (tx) => sendHold(tx, id, release))).rejects.toMatchObject({ refusal: 'MoreThanHeld' })
  expect(await unitsOf(customer)).toEqual({ available: 50n, held: 50n })
})

test('a send that the chain refused comes back with its fee and is told as a movement', async () => {
  const customer = await newCustomer(100n)
  const from = customerAccount(customer, 'USDT', 'available')
  const inTransit = (await balanceOf(db, houseAccount('USDT', 'in-transit'))).units
  const { entry } = await post(db, {
    ...cause(),
    kind: 'send',
    moves: sendMoves(dollars(40n), from, dollars(3n)),
    details: { to },
  })
  expect(await unitsOf(customer)).toEqual({ available: 57n })
  await conclude(entry, 'returned')
  expect(await unitsOf(customer)).toEqual({ available: 100n })
  expect((await balanceOf(db, houseAccount('USDT', 'in-transit'))).units).toBe(inTransit)
  const [movement, ...none] = await movementsOf(db, { owner: `customer:${customer}`, limit: 10 })
  expect(none).toEqual([])
  expect(movement).toMatchObject({ type: 'send-returned', incoming: [dollars(43n)], settlement: null })
  expect(await movementByNumber(db, `customer:${customer}`, movement?.number ?? 0n)).toEqual(movement)
  expect(await movementByNumber(db, 'customer:someone-else', movement?.number ?? 0n)).toBeUndefined()
  expect((await entriesBehind(db, movement?.entry ?? 0n)).map(({ kind }) => kind)).toEqual(['send', 'send-returned'])
})

test('a send that arrived leaves its fee with the house', async () => {
  const customer = await newCustomer(100n)
  const { id } = await hold(customer, 43n)
  const { entry } = await inTransaction(db, (tx) =>
    sendHold(tx, id, { amount: dollars(40n), fee: dollars(3n), to, ...cause() }),
  )
  await conclude(entry, 'arrived')
  expect(await unitsOf(customer)).toEqual({ available: 57n, held: 0n })
  const [held, inTransit] = [
    { owner: `customer:${customer}`, purpose: 'held' },
    { owner: 'house', purpose: 'in-transit' },
  ]
  expect((await entriesBehind(db, entry)).map(({ kind, moves }) => [kind, moves])).toEqual([
    ['hold', [{ amount: dollars(43n), from: { owner: held.owner, purpose: 'available' }, to: held }]],
    [
      'send',
      [
        { amount: dollars(40n), from: held, to: inTransit },
        { amount: dollars(3n), from: held, to: { owner: 'house', purpose: 'fees' } },
      ],
    ],
    ['send-arrived', [{ amount: dollars(40n), from: inTransit, to: { owner: 'house', purpose: 'outside' } }]],
  ])
  // What arrived is told by the send itself.
  expect(await movementsOf(db, { owner: `customer:${customer}`, limit: 10 })).toEqual([])
  const times = await settlementTimes(db, entry)
  expect(Object.keys(times).sort()).toEqual(['confirmed', 'queued', 'sent'])
})

test('a send without a fee, or with one of nothing, is one move', async () => {
  const from = customerAccount('nobody', 'USDT', 'available')
  expect(sendMoves(dollars(1n), from)).toHaveLength(1)
  expect(sendMoves(dollars(1n), from, dollars(0n))).toEqual(sendMoves(dollars(1n), from))
})

test('what the house sent comes back to the treasury, and is nobody’s movement', async () => {
  const treasury = houseAccount('USDT', 'treasury')
  const fund = move(dollars(50n), { from: houseAccount('USDT', 'outside'), to: treasury })
  await post(db, { ...cause(), kind: 'test', moves: [fund] })
  const moves = sendMoves(dollars(20n), treasury, dollars(1n))
  const { entry } = await post(db, { ...cause(), kind: 'send', moves, details: { to } })
  expect((await balanceOf(db, treasury)).units).toBe(29n)
  await conclude(entry, 'returned')
  expect((await balanceOf(db, treasury)).units).toBe(50n)
  expect((await entriesBehind(db, entry)).map(({ kind }) => kind)).toEqual(['send', 'send-returned'])
  const { rows } = await sql`select from ledger_movements where owner not like 'customer:%'`.execute(db)
  expect(rows).toEqual([])
})

test('what is no send is left alone, beside a send or without one', async () => {
  const customer = await newCustomer(100n)
  const from = customerAccount(customer, 'USDT', 'available')
  const pay = async () => {
    const moves = [settledMove(dollars(10n), { from, to: houseAccount('USDT', 'treasury') })]
    return (await post(db, { ...cause(), kind: 'test', moves })).entry
  }
  const [paid, paidToo] = [await pay(), await pay()]
  const { entry: sent } = await post(db, {
    ...cause(),
    kind: 'send',
    moves: sendMoves(dollars(5n), from, dollars(1n)),
    details: { to },
  })
  expect((await settlementsOf(db, [paid, sent])).map(isSend)).toEqual([false, true, false])
  const booked = () => entriesBehind(db, paid).then((entries) => entries.length)
  await conclude(paid, 'returned')
  expect(await booked()).toBe(1)
  await inTransaction(db, async (tx) => {
    await advanceSettlements(tx, [paidToo, sent], { state: 'failed', reason: 'no' })
    await concludeSends(tx, await settlementsOf(tx, [paidToo, sent]), 'returned', 'test')
  })
  expect((await entriesBehind(db, paidToo)).map(({ kind }) => kind)).toEqual(['test'])
  expect(await unitsOf(customer)).toEqual({ available: 80n })
})

test('a hold expires at the moment that was handed in', async () => {
  const customer = await newCustomer(10n)
  await hold(customer, 10n)
  expect(await inTransaction(db, (tx) => expireHolds(tx, 100, new Date(later.getTime() - 1)))).toBe(0)
  expect(await inTransaction(db, (tx) => expireHolds(tx, 100, later))).toBeGreaterThan(0)
  expect(await unitsOf(customer)).toEqual({ available: 10n, held: 0n })
})

test.each([
  [null, 'posted'],
  [{ state: 'queued', returned: false }, 'queued'],
  [{ state: 'sent', returned: false }, 'sent'],
  [{ state: 'confirmed', returned: false }, 'confirmed'],
  [{ state: 'failed', returned: false }, 'queued'],
  [{ state: 'failed', returned: true }, 'returned'],
] as const)('a settlement %o is told as %s', (settlement, state) => {
  expect(stateOf({ settlement: settlement && { ...settlement, hash: null, reason: null } })).toBe(state)
})
