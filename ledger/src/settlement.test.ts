import { connect, type Db } from '@ingot/db/connect'
import { asOwner, createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerAccount, houseAccount } from './account.ts'
import { move, post, settledMove } from './post.ts'
import { concludeSends, sendMoves } from './send.ts'
import {
  advanceSettlements,
  openSettlements,
  requeueFailed,
  settlementStates,
  settlementsOf,
  takeQueued,
} from './settlement.ts'

let db: Db
let owner: Db

beforeAll(async () => {
  const url = await createTestDatabase()
  db = connect(url, { part: 'test' })
  owner = connect(asOwner(url), { part: 'test', max: 1 })
  await post(db, {
    reference: 'in',
    kind: 'test',
    causedBy: 'test',
    moves: [move(usdt(1_000n), { from: houseAccount('USDT', 'outside'), to: anna })],
  })
})
afterAll(() => Promise.all([db.destroy(), owner.destroy()]))

const usdt = (units: bigint) => amountOf('USDT', units)
const anna = customerAccount('anna', 'USDT', 'available')
const hash = `0x${'ab'.repeat(32)}`

let entries = 0
/** An entry of two moves that the chain has to do. */
const order = async () => {
  const pay = settledMove(usdt(1n), { from: anna, to: houseAccount('USDT', 'treasury') })
  const fee = settledMove(usdt(2n), { from: anna, to: houseAccount('USDT', 'fees') })
  const reference = `order-${++entries}`
  return (await post(db, { reference, kind: 'test', causedBy: 'test', moves: [pay, fee] })).entry
}

const advance = (entry: bigint, ...changes: Parameters<typeof advanceSettlements>[2][]) =>
  inTransaction(db, async (tx) => {
    for (const change of changes) await advanceSettlements(tx, [entry], change)
  })
const finish = (entry: bigint) => advance(entry, { state: 'sent', hash }, { state: 'confirmed', hash })
const fail = (entry: bigint) => advance(entry, { state: 'failed', reason: 'no' })

const taken = async (limit: number) => {
  const settlements = await inTransaction(db, (tx) => takeQueued(tx, limit))
  return settlements.map(({ entry, amount }) => [entry, amount.units])
}

test('a token that has to move on the chain queues its settlement, which follows the table of states', async () => {
  const withdrawal = {
    reference: 'withdrawal',
    causedBy: 'test',
    kind: 'withdrawal',
    moves: [settledMove(usdt(5n), { from: anna, to: houseAccount('USDT', 'treasury') })],
  }
  const { entry } = await post(db, withdrawal)
  await post(db, withdrawal)
  const [settlement, ...others] = await settlementsOf(db, [entry])
  expect(others).toEqual([])
  expect(settlement).toMatchObject({
    state: 'queued',
    hash: null,
    amount: usdt(5n),
    source: { owner: 'customer:anna', purpose: 'available' },
    target: { owner: 'house', purpose: 'treasury' },
  })
  const id = settlement?.id ?? 0n
  const changes = {
    queued: { state: 'queued' },
    sent: { state: 'sent', hash },
    confirmed: { state: 'confirmed', hash },
    failed: { state: 'failed', reason: 'reverted' },
  } as const
  const way = ['failed', 'queued', 'sent', 'sent', 'confirmed'] as const
  let now: keyof typeof settlementStates = 'queued'
  for (const next of way) {
    const allowed: readonly string[] = settlementStates[now]
    for (const other of Object.keys(changes) as (keyof typeof changes)[])
      if (!allowed.includes(other))
        await expect(advance(entry, changes[other])).rejects.toThrow(
          `settlement ${id} cannot go from ${now} to ${other}`,
        )
    await advance(entry, changes[next])
    now = next
  }
  const history = await sql<{ state: string }>`
    select state from ledger_settlement_states where settlement = ${id} order by step`.execute(db)
  expect(history.rows.map(({ state }) => state)).toEqual(['queued', ...way])
})

test('the oldest entries are taken whole, and passed over while another one has them', async () => {
  const [first, second, third] = [await order(), await order(), await order()]
  const whole = (entry: bigint) => [
    [entry, 1n],
    [entry, 2n],
  ]
  expect(await taken(2)).toEqual([...whole(first), ...whole(second)])
  await inTransaction(db, async (tx) => {
    expect((await takeQueued(tx, 1)).map(({ entry }) => entry)).toEqual([first, first])
    expect(await taken(5)).toEqual([...whole(second), ...whole(third)])
  })
  await advance(first, { state: 'sent', hash })
  expect(await taken(5)).toEqual([...whole(second), ...whole(third)])
  expect((await openSettlements(db)).map(({ entry, state }) => [entry, state])).toEqual([
    [first, 'sent'],
    [first, 'sent'],
    [second, 'queued'],
    [second, 'queued'],
    [third, 'queued'],
    [third, 'queued'],
  ])
  await advance(first, { state: 'confirmed', hash })
  await finish(second)
  await finish(third)
  expect(await openSettlements(db)).toEqual([])
})

/** As if what failed had failed so many seconds ago. */
const rest = async (seconds: number) => {
  await sql`alter table ledger_settlements disable trigger user`.execute(owner)
  await sql`update ledger_settlements set changed_at = now() - make_interval(secs => ${seconds})
    where state = 'failed'`.execute(owner)
  await sql`alter table ledger_settlements enable trigger user`.execute(owner)
}
const requeue = (retries: Partial<Parameters<typeof requeueFailed>[1]> = {}) =>
  inTransaction(db, (tx) => requeueFailed(tx, { firstPauseSeconds: 10, longestPauseSeconds: 30, most: 3, ...retries }))

test('what failed is queued again after a pause that doubles up to the longest, and not for ever', async () => {
  const entry = await order()
  for (const pause of [10, 20, 30]) {
    await fail(entry)
    await rest(pause - 3)
    expect(await requeue()).toBe(0)
    await rest(pause + 1)
    expect(await requeue()).toBe(1)
    expect((await settlementsOf(db, [entry])).map(({ state }) => state)).toEqual(['queued', 'queued'])
  }
  await fail(entry)
  await rest(1_000)
  expect(await requeue()).toBe(0)
  expect(await requeue({ most: 4 })).toBe(1)
  await finish(entry)
})

test('a send that went back is not queued again', async () => {
  const moves = sendMoves(usdt(5n), anna)
  const details = { to: `0x${'12'.repeat(20)}` }
  const { entry } = await post(db, { reference: 'send', kind: 'send', causedBy: 'test', moves, details })
  await fail(entry)
  await inTransaction(db, async (tx) => concludeSends(tx, await settlementsOf(tx, [entry]), 'returned', 'test'))
  await rest(1_000)
  expect(await requeue()).toBe(0)
})

test('an entry that has nothing to settle cannot be moved on', async () => {
  await expect(advance(987_654n, { state: 'queued' })).rejects.toThrow('entry 987654 has no settlement')
})

test('each settlement of an entry keeps every state it was in, from the first on', async () => {
  const entry = await order()
  await finish(entry)
  const { rows } = await sql`
    select x.number, array_agg(s.state order by s.step) as states, min(s.step) as first
    from ledger_settlements x join ledger_settlement_states s on s.settlement = x.id
    where x.entry = ${String(entry)} group by x.number order by x.number`.execute(db)
  const states = ['queued', 'sent', 'confirmed']
  expect(rows).toEqual([
    { number: 1, states, first: 1 },
    { number: 2, states, first: 1 },
  ])
})
