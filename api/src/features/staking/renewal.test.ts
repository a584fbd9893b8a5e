import { inTransaction } from '@ingot/db/transaction'
import type { ErrorName } from '@ingot/endpoints/errors'
import { allowIssuing, stopIssuing } from '@ingot/ledger/issuing'
import { post } from '@ingot/ledger/post'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { insertTestVersion } from '../../policy-versions/test-versions.ts'
import { insertTestClosing } from '../../switches/test-switches.ts'
import { owe } from '../debts/debts.ts'
import { endStakes } from './ending.ts'
import { createStakeHouse, fillTestPool, type StakeHouse, type Staker } from './test-staking.ts'

let house: StakeHouse
beforeAll(async () => {
  house = await createStakeHouse({ pool: '3' })
  for (const name of ['olga', 'otto']) await house.newOperator(name, ['Owner'])
})
afterAll(() => house.close())
afterEach(async () => {
  expect(await house.verify()).toBeUndefined()
})

/** Why stakes of a customer were not renewed, and which mails wait for him. */
const told = async ({ id }: Staker) => {
  const { rows } = await sql<{ kind: string; why: string | null }>`
    select data ->> 'kind' as kind, data ->> 'why' as why from pgboss.job
    where name = 'staking-mail' and data ->> 'customer' = ${id} order by created_on, id`.execute(house.db)
  return rows.map(({ kind, why }) => (why === null ? kind : `${kind} ${why}`))
}

test('a stake that is to begin anew does so when it ends, for the same term at the terms of that time', async () => {
  const ann = await house.newStaker('ann')
  const stake = await ann.begun('40', { renews: true })
  expect((await ann.renew(stake.id, false)).body.data.renews).toBe(false)
  expect((await ann.renew(stake.id, true)).body.data.renews).toBe(true)
  await insertTestVersion(house.db, { name: 'staking.rate.days90', value: '100', from: house.now() })
  await house.goToDay(stake, 90, -1)
  expect(await house.run()).toEqual({ done: 0, failed: 0 })
  await house.goToDay(stake, 90)
  expect(await house.run()).toEqual({ done: 1, failed: 0 })
  const [next, old] = await ann.stakes()
  expect(old).toMatchObject({ id: stake.id, state: 'Ended', claimable: '0.2', renewedBy: { id: next?.id } })
  expect(next).toMatchObject({
    ...{
      state: 'Staked',
      units: '40',
      reward: '0.4',
      basisPoints: 100,
      termDays: 90,
      days: 0,
      renews: true,
      beganAt: stake.endsAt,
    },
    renewedFrom: { id: stake.id, number: stake.number },
  })
  expect([await house.lying.free(ann), await house.lying.staked(ann)]).toEqual(['60', '40'])
  expect((await ann.stake(stake.id)).entries.map(({ kind }) => kind)).toEqual(['stake', 'stake-end'])
  expect((await ann.read('/movements')).body.data.map(({ type }: { type: string }) => type)).toEqual([
    ...['stake', 'stake-end', 'stake'],
  ])
  expect(await told(ann)).toEqual(['renewed'])
  // It goes on like this until it is ticked off.
  await ann.renew(next?.id ?? '', false)
  await house.goToDay(next ?? stake, 90)
  await house.run()
  expect((await ann.stakes()).map(({ state }) => state)).toEqual(['Ended', 'Ended'])
  expect((await ann.renew(stake.id, true)).body.error.name).toBe('StateChanged')
})

type Change = { change: (staker: Staker) => Promise<unknown>; undo: (staker: Staker) => Promise<unknown> }

/** What keeps a stake from beginning anew: it ends, and a mail says so. */
const obstacles: Partial<Record<ErrorName, Change>> = {
  NotUpline: {
    change: ({ referral }) => house.setVerified(referral, false),
    undo: ({ referral }) => house.setVerified(referral, true),
  },
  DebtOpen: {
    change: ({ id }) =>
      inTransaction(house.db, async (tx) => {
        const debt = { cause: 'payment', subject: id, units: 1n, price: '1', cents: 100n, at: house.now() } as const
        const moves = [await owe(tx, house, { customer: id, ...debt })]
        await post(tx, { reference: `test:${id}`, kind: 'test', causedBy: 'test', moves })
      }),
    undo: async () => undefined,
  },
  IssuingStopped: {
    change: () => inTransaction(house.db, (tx) => stopIssuing(tx, 'a test')),
    undo: () => inTransaction(house.db, (tx) => allowIssuing(tx)),
  },
}

test.each(Object.keys(obstacles) as ErrorName[])('nothing begins anew while %s stands in the way', async (name) => {
  const staker = await house.newStaker(`o${name.toLowerCase()}`)
  const stake = await staker.begun('10', { renews: true })
  await house.goToDay(stake, 90)
  await obstacles[name]?.change(staker)
  // Nor does a new one.
  expect((await staker.begin('10')).body.error.name).toBe(name)
  expect(await house.run()).toEqual({ done: 1, failed: 0 })
  const after = await staker.stakes()
  await obstacles[name]?.undo(staker)
  expect(after).toMatchObject([{ state: 'Ended', renewedBy: null, claimable: '0.1' }])
  expect(await house.lying.free(staker)).toBe('100')
  expect(await told(staker)).toEqual([`not-renewed ${name}`])
})

test('nor without verification, nor with a pool that has too little, nor in a country where it is closed', async () => {
  const [bea, cid, dan] = [await house.newStaker('bea'), await house.newStaker('cid'), await house.newStaker('dan')]
  const first = await bea.begun('10', { renews: true })
  const others = [await cid.begun('100', { renews: true }), await dan.begun('10', { renews: true })]
  await house.goToDay(first, 90)
  await house.setVerified(bea.id, false)
  await sql`update customers set residence = 'FR' where id = ${dan.id}`.execute(house.db)
  await insertTestClosing(house.db, { product: 'staking', country: 'FR' }, house.now())
  const ida = await house.newStaker('ida', '1000')
  for (let left = await ida.staking(); !left.pool.isEmpty; left = await ida.staking()) {
    const term = left.terms.at(-1)
    await ida.begun(term?.most ?? '1', { term: term?.days })
  }
  expect((await ida.begin('1')).body.error).toMatchObject({
    name: 'PoolEmpty',
    message: 'The pool of rewards is empty: QMGT + is closed until it is filled again.',
  })
  house.passTime(1000)
  expect(await house.run()).toEqual({ done: 3, failed: 0 })
  for (const [staker, why] of [
    [bea, 'NotUpline'],
    [cid, 'PoolEmpty'],
    [dan, 'ProductClosed'],
  ] as const) {
    expect(await told(staker)).toEqual([`not-renewed ${why}`])
    expect(await house.lying.free(staker)).toBe('100')
  }
  expect((await dan.begin('10')).body.error.name).toBe('ProductClosed')
  // What was staked there goes on all the same.
  expect((await dan.claim(others[1]?.id ?? '')).status).toBe(200)
  await fillTestPool(house.db, '0.01', house.now())
  expect((await ida.begin('10')).body.error).toMatchObject({ name: 'PoolTooLow' })
  const { most } = (await ida.begin('10')).body.error.details
  expect((await ida.begin(most)).status).toBe(200)
})

test('two workers at once, one of them killed in between, renew each stake once', async () => {
  await fillTestPool(house.db, '10', house.now())
  const eve = await house.newStaker('eve', '1000')
  const stakes = []
  for (let n = 0; n < 8; n++) stakes.push(await eve.begun('10', { renews: n % 2 === 0 }))
  await house.goToDay(stakes.at(-1) ?? { beganAt: '' }, 90)
  // Killed after its first batch, which is all it had time for.
  await endStakes({ ...house.deps }, { seconds: 0 })
  const runs = await Promise.all([house.run(), endStakes({ ...house.deps }), house.run()])
  expect(runs.map(({ failed }) => failed)).toEqual([0, 0, 0])
  const all = await eve.stakes()
  expect(all.filter(({ state }) => state === 'Ended')).toHaveLength(8)
  expect(all.filter(({ state }) => state === 'Staked')).toHaveLength(4)
  expect(await house.lying.staked(eve)).toBe('40')
  expect(await house.lying.free(eve)).toBe('960')
  expect(await house.run()).toEqual({ done: 0, failed: 0 })
})
