import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { move, post } from '@ingot/ledger/post'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTreasuryHouse } from '../treasury/test-treasury.ts'
import { fillPoolDecision } from './pool.ts'
import type { PoolAsset } from './pool-store.ts'

let house: Awaited<ReturnType<typeof createTreasuryHouse>>
beforeAll(async () => {
  house = await createTreasuryHouse()
  await house.fillTreasury('QMGT', '100')
  await house.fillTreasury('USDAU', '10000')
  await house.fillTreasury('USDT', '10000')
})
afterAll(() => house.close())

const balance = async (asset: PoolAsset, purpose: 'treasury' | 'reward-pool') =>
  formatAmount(await balanceOf(house.db, houseAccount(asset, purpose)))

/** As customers pay fees, or get them back. */
const earn = (asset: PoolAsset, amount: string, isBack = false) => {
  const [fees, other] = [houseAccount<PoolAsset>(asset, 'fees'), houseAccount<PoolAsset>(asset, 'treasury')]
  const between = isBack ? { from: fees, to: other } : { from: other, to: fees }
  const moves = [move<PoolAsset>(parseAmount(asset, amount), between)]
  return post(house.db, { reference: `test:${randomUUID()}`, kind: 'test', causedBy: 'test', moves })
}

const fill = (from: PoolAsset, amount: string) => ({
  action: 'fill-pool',
  thing: 'reward-pool',
  given: { from, amount },
})
const ask = (from: PoolAsset, amount: string) =>
  house.ask(house.anna, { ...fill(from, amount), reason: 'for November' })
const asked = (from: PoolAsset, amount: string) => house.askedBy(house.anna, fill(from, amount))
const filled = async (from: PoolAsset, amount: string) => house.approve(await asked(from, amount))
const read = async (client = house.anna.client) => (await client.get('/operator/pool')).body.data
const feesOf = async (asset: PoolAsset) => (await read()).fees.find((each: { asset: string }) => each.asset === asset)
const settlements = async () => {
  const { rows } = await sql<{ count: string }>`select count(*) from ledger_settlements`.execute(house.db)
  return rows[0]?.count
}

test('two operators fill it out of fees, gram for gram and never more than is free', async () => {
  await earn('QMGT', '10')
  expect(await feesOf('QMGT')).toEqual({ asset: 'QMGT', earned: '10', kept: '3', taken: '0', free: '7', buys: '7' })
  const tooMuch = await ask('QMGT', '7.000000000000000001')
  expect(tooMuch.body.error).toMatchObject({ name: 'StateChanged' })
  expect(tooMuch.body.error.message).toContain('only 7.000000 QMGT are free')
  const before = await settlements()
  const { body } = await ask('QMGT', '5')
  const { id } = body.data
  expect(body.data.after).toContainEqual({ name: 'Comes into the pool', value: '5.000000 QMGT' })
  // Whoever asks never approves, and until somebody else has, nothing is there.
  expect((await house.decide(house.anna, 'approve', id)).status).toBe(403)
  expect(await read()).toMatchObject({ left: '0', fills: [] })
  expect((await house.approve(id)).status).toBe(200)
  expect(await read()).toMatchObject({ left: '5', setAside: '0' })
  expect(await feesOf('QMGT')).toMatchObject({ earned: '10', kept: '3', taken: '5', free: '2' })
  expect((await read()).fills).toMatchObject([
    {
      ...{ units: '5', from: { asset: 'QMGT', amount: '5' }, price: null, asker: 'anna', approver: 'bert' },
      ...{ id, reason: 'for November' },
    },
  ])
  expect(await settlements()).toBe(before)
  expect((await filled('QMGT', '2')).status).toBe(200)
  expect((await ask('QMGT', '0.000000000000000001')).body.error.name).toBe('StateChanged')
})

test('dollars buy at the ask of the moment of approval, rounded up to the last unit', async () => {
  await earn('USDT', '1000')
  await earn('USDAU', '500')
  const [stock, pool] = [await balance('QMGT', 'treasury'), await balance('QMGT', 'reward-pool')]
  expect(await feesOf('USDT')).toMatchObject({ free: '700', buys: '6.96517412935323383' })
  const id = await asked('USDT', '1')
  await house.setPrice('3141.4511568')
  expect((await house.approve(id)).status).toBe(200)
  expect((await read()).fills[0]).toMatchObject({
    units: '1',
    from: { asset: 'USDT', amount: '101.505' },
    price: '101.505',
  })
  expect((await filled('USDAU', '1')).status).toBe(200)
  expect((await read()).fills[0]).toMatchObject({ from: { asset: 'USDAU', amount: '101.404' }, price: '101.404' })
  expect((await filled('USDT', '0.000000000000000001')).status).toBe(200)
  expect((await read()).fills[0].from.amount).toBe('0.000000000000000102')
  const [units] = [parseAmount('QMGT', '2.000000000000000001').units]
  expect(parseAmount('QMGT', stock).units - parseAmount('QMGT', await balance('QMGT', 'treasury')).units).toBe(units)
  expect(parseAmount('QMGT', await balance('QMGT', 'reward-pool')).units - parseAmount('QMGT', pool).units).toBe(units)
  expect(await feesOf('USDT')).toMatchObject({ earned: '1000', taken: '101.505000000000000102' })
  await house.setPrice('3110.34768')
})

test('fees that went back count as never earned', async () => {
  const { free } = await feesOf('USDAU')
  await earn('USDAU', '200', true)
  expect(await feesOf('USDAU')).toMatchObject({ earned: '300', kept: '90' })
  expect(Number(free) - Number((await feesOf('USDAU')).free)).toBeCloseTo(140)
  await earn('USDAU', '250', true)
  expect(await feesOf('USDAU')).toMatchObject({ earned: '50', free: '0', buys: '0' })
  expect((await ask('USDAU', '0.1')).body.error.message).toContain('only 0.00 USDAU are free')
})

test('a wrong or stale price fills nothing, also when it was good while it was asked for', async () => {
  const id = await asked('USDT', '1')
  const left = (await read()).left
  // Off by a factor of ten, and no second source agrees.
  await house.setSecond(undefined)
  await house.setFeed('311.034768')
  const doubted = await house.approve(id)
  expect(doubted.body.error).toMatchObject({ name: 'StateChanged', details: { state: 'outdated' } })
  expect(doubted.body.error.message).toContain('in doubt')
  expect((await feesOf('USDT')).buys).toBeNull()
  expect((await ask('USDT', '1')).body.error.message).toContain('in doubt')
  await house.setPrice('3110.34768')
  expect((await filled('USDT', '1')).status).toBe(200)
  const late = await asked('USDT', '1')
  house.passTime(2 * 3600_000)
  for (const operator of [house.anna, house.bert]) await house.logInAgain(operator)
  expect((await house.approve(late)).body.error.details).toEqual({ state: 'outdated' })
  expect(Number((await read()).left)).toBe(Number(left) + 1)
  // Grams need no price.
  await earn('QMGT', '1')
  expect((await filled('QMGT', '0.5')).status).toBe(200)
  await house.setPrice('3110.34768')
})

test('what the treasury has not cannot be bought', async () => {
  await earn('USDT', '9000')
  const stock = await balance('QMGT', 'treasury')
  await earn('QMGT', stock)
  expect((await ask('USDT', '1')).body.error.message).toContain('The treasury has only 0')
  await earn('QMGT', stock, true)
  expect((await filled('USDT', '1')).status).toBe(200)
})

test('ten at once take no more than is free, and one that many approve is done once', async () => {
  const { free } = await feesOf('USDT')
  const amount = formatAmount(parseAmount('QMGT', String(Math.floor(Number(free) / 100.5 / 3))))
  const decision = fillPoolDecision({ now: house.now })
  const [asker, decider] = [house.anna.id, house.bert.id]
  const given = { from: 'USDT', amount }
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      inTransaction(house.db, async (tx) => {
        const { rows } = await sql<{ id: string }>`
          insert into approvals (action, thing, given, version, before, after, reason, asker, asked_at, expires_at)
          values ('fill-pool', ${randomUUID()}, '{}', '', '[]', '[]', 'at once', ${asker}, now(), now()) returning id`.execute(
          tx,
        )
        const approval = rows[0]?.id ?? ''
        await decision.do(tx, { thing: 'reward-pool', given, approval, asker, decider, now: house.now() })
      }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason.name] : []))).toEqual(
    Array(7).fill('ProblemForPeople'),
  )
  const after = await feesOf('USDT')
  expect(Number(after.taken) + Number(after.kept)).toBeLessThanOrEqual(Number(after.earned))

  await earn('QMGT', '10')
  const id = await asked('QMGT', '1')
  const carl = await house.newOperator('carl', ['Finance'])
  const taken = (await feesOf('QMGT')).taken
  const replies = await Promise.all(
    [house.bert, carl, house.bert, carl].map((each) => house.decide(each, 'approve', id)),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(Number((await feesOf('QMGT')).taken)).toBe(Number(taken) + 1)
})

test('who may not is refused, and what makes no sense is', async () => {
  const vault = await house.newOperator('vera', ['Vault', 'Support', 'Compliance'])
  const auditor = await house.newOperator('otto', ['Auditor'])
  expect((await house.ask(vault, fill('QMGT', '1'))).status).toBe(403)
  expect((await house.ask(auditor, fill('QMGT', '1'))).status).toBe(403)
  expect((await vault.client.get('/operator/pool')).status).toBe(403)
  expect((await auditor.client.get('/operator/pool')).status).toBe(200)
  const id = await asked('QMGT', '0.1')
  expect((await house.decide(vault, 'approve', id)).status).toBe(403)
  expect((await house.decide(auditor, 'approve', id)).status).toBe(403)
  // One is open at a time.
  expect((await ask('QMGT', '0.1')).body.error.name).toBe('ApprovalOpen')
  await house.withdraw(house.anna, id)
  const wrong = [
    { from: 'USD', amount: '1' },
    { from: 'QMGT', amount: '0' },
    { from: 'QMGT', amount: '-1' },
    { from: 'QMGT', amount: '1e3' },
    { from: 'QMGT', amount: '0.0000000000000000001' },
    { from: 'QMGT', amount: '1', price: '1' },
    { from: 'QMGT' },
  ]
  for (const given of wrong)
    expect((await house.ask(house.anna, { ...fill('QMGT', '1'), given: given as Record<string, string> })).status).toBe(
      400,
    )
  const huge = await ask('USDT', '9'.repeat(20))
  expect([400, 409]).toContain(huge.status)
  expect((await house.ask(house.anna, { ...fill('QMGT', '1'), thing: 'reward-pool:2' })).status).toBe(404)
})
