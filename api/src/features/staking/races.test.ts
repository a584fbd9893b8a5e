import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { beginStake } from './beginning.ts'
import { claim } from './claiming.ts'
import { endStakes } from './ending.ts'
import { leaveStake, stayStaked } from './leaving.ts'
import { stakingOf } from './staking.ts'
import { createStakeHouse, dayMs, fillTestPool, type StakeHouse, type Staker } from './test-staking.ts'

let house: StakeHouse
beforeAll(async () => {
  house = await createStakeHouse({ pool: '5' })
})
afterAll(() => house.close())
afterEach(async () => {
  expect(await house.verify()).toBeUndefined()
})

type Answer = { status: number; body: { error?: { name: string } } }
const named = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status === 200 ? 'done' : (body.error?.name ?? String(status))
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** Past the front door, as a thousand devices would come: what a session may do at a time is less than that. */
const inside = ({ id }: Staker) => {
  const staking = stakingOf(house.deps)
  const asking = () => ({
    person: { id },
    operation: { caller: id, endpoint: randomUUID(), key: randomUUID(), requestHash: Buffer.alloc(32) },
    useGrants: async () => undefined,
  })
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error) => error.error ?? String(error),
    )
  return {
    begin: (amount: string) => outcome(beginStake(staking, asking(), { amount })),
    claim: (stake?: string) => outcome(claim(staking, asking(), { stake, currency: 'QMGT' })),
    leave: (stake: string) => outcome(leaveStake(staking, asking(), stake, {})),
    stay: (stake: string) => outcome(stayStaked(staking, asking(), stake)),
  }
}

/** As many at once as there are connections: the others wait for them, as they do in front of a server. */
const lanes = 10
const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const outcomes: T[] = []
  const lane = async () => {
    while (count-- > 0) outcomes.push(await work())
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return outcomes
}

const counted = (outcomes: readonly string[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].toSorted().map((each) => [each, outcomes.filter((one) => one === each).length]),
  )

test('of two claims at once one wins, and nothing is asked for twice', async () => {
  const ann = await house.newStaker('ann')
  const stake = await ann.begun('100', { term: 365 })
  await house.goToDay(stake, 100)
  await ann.awake()
  const answers = await Promise.all([
    ann.claim(stake.id),
    ann.claim(stake.id),
    ann.sellVested(stake.id),
    ann.sellVested(),
  ])
  expect(named(answers)).toEqual({ done: 1, NothingVested: 3 })
  expect(await ann.requests()).toHaveLength(1)
  // The same request again gets the same answer.
  await house.goToDay(stake, 200)
  const key = randomUUID()
  const [one, other] = await Promise.all([ann.claim(stake.id, key), ann.claim(stake.id, key)])
  expect(one.body).toEqual(other.body)
  expect((await ann.claim(stake.id, key)).body).toEqual(one.body)
  expect(await ann.requests()).toHaveLength(2)
})

test('a claim and leaving at once come one after the other, and what was asked for stays', async () => {
  for (let round = 0; round < 4; round++) {
    const staker = await house.newStaker(`leaver${round}`)
    const stake = await staker.begun('10')
    await house.goToDay(stake, 40)
    await staker.awake()
    const answers = await Promise.all([
      ...[staker.claim(stake.id), staker.leave(stake.id), staker.leave(stake.id), staker.claim(stake.id)],
    ])
    expect(named(answers)).toEqual({ done: 2, StateChanged: 1, NothingVested: 1 })
    await house.goToDay(stake, 47)
    // The end of the notice races with claiming and with staying.
    const { claim: claimIn, stay } = inside(staker)
    const raced = await Promise.all([claimIn(stake.id), stay(stake.id), house.run(), endStakes({ ...house.deps })])
    expect(raced.slice(0, 2)).toEqual(['NothingVested', 'StateChanged'])
    await house.run()
    expect(await staker.stake(stake.id)).toMatchObject({
      ...{ state: 'Left', requested: '0.022222222222222222', claimable: '0', returned: '0.027777777777777778' },
    })
  }
})

test('a thousand stakes of one balance at once: as many as it has, and not one more', async () => {
  await fillTestPool(house.db, '10', house.now())
  const cid = await house.newStaker('cid', '10.5')
  const { begin, claim: claimIn } = inside(cid)
  expect(counted(await times(1000, () => begin('1')))).toEqual({ BalanceTooLow: 990, done: 10 })
  expect([await house.lying.free(cid), await house.lying.staked(cid)]).toEqual(['0.5', '10'])
  await house.goTo(new Date(house.now().getTime() + 60 * dayMs))
  expect(counted(await times(300, () => claimIn()))).toEqual({ NothingVested: 299, done: 1 })
})

test('two stakes at once with a pool for one: one wins, the other is told what is left', async () => {
  const lee = await house.newStaker('lee', '1000')
  for (let left = await lee.staking(); !left.pool.isEmpty; left = await lee.staking()) {
    const term = left.terms.at(-1)
    await lee.begun(term?.most ?? '1', { term: term?.days })
  }
  const stakers = [await house.newStaker('dan'), await house.newStaker('eve'), await house.newStaker('fay')]
  await fillTestPool(house.db, '0.06', house.now())
  const first = await Promise.all(stakers.map((staker) => inside(staker).begin('10')))
  expect(counted(first)).toEqual({ PoolTooLow: 2, done: 1 })
  const second = await Promise.all(stakers.map((staker) => inside(staker).begin('2')))
  expect(counted(second)).toEqual({ PoolEmpty: 2, done: 1 })
})

test('what is begun, ended, sold and sent of one balance at the same time never makes more of it', async () => {
  await fillTestPool(house.db, '10', house.now())
  const gil = await house.newStaker('gil', '20')
  const stake = await gil.begun('10')
  await house.goToDay(stake, 90)
  await gil.awake()
  const { begin } = inside(gil)
  const [, , ...answers] = await Promise.all([
    ...[house.run(), endStakes({ ...house.deps })],
    ...[begin('15'), begin('15'), gil.sell({ amount: '15' }), gil.convert('15')],
  ])
  expect(answers).toHaveLength(4)
  const [free, staked] = [await house.lying.free(gil), await house.lying.staked(gil)]
  expect(Number(free) + Number(staked)).toBeLessThanOrEqual(20)
  expect(await gil.stake(stake.id)).toMatchObject({ state: 'Ended' })
})

test('one that cannot be ended stops no other, and is tried again', async () => {
  const [hal, ida] = [await house.newStaker('hal'), await house.newStaker('ida')]
  const [one, two] = [await hal.begun('10'), await ida.begun('10')]
  await house.goToDay(two, 90)
  // Some fault of the books, as it must never be: what is staked is not all there.
  const [staked, elsewhere] = [customerAccount(hal.id, 'QMGT', 'staked'), customerAccount(hal.id, 'QMGT', 'estate')]
  const fault = (from: typeof staked, to: typeof staked) =>
    inTransaction(house.db, (tx) =>
      post(tx, {
        ...{ reference: randomUUID(), kind: 'test', causedBy: 'test' },
        moves: [move(parseAmount('QMGT', '1'), { from, to })],
      }),
    )
  await fault(staked, elsewhere)
  expect((await house.run()).failed).toBe(1)
  expect([(await hal.stake(one.id)).state, (await ida.stake(two.id)).state]).toEqual(['Staked', 'Ended'])
  await fault(elsewhere, staked)
  expect(await house.run()).toEqual({ done: 1, failed: 0 })
  expect((await hal.stake(one.id)).state).toBe('Ended')
})

test('a transaction that breaks off leaves nothing behind', async () => {
  const jon = await house.newStaker('jon')
  const stake = await jon.begun('10')
  await house.goToDay(stake, 90)
  const outbox = {
    ...house.outbox,
    sendAll: async () => {
      throw new Error('the power is gone')
    },
  }
  expect((await endStakes({ ...house.deps, outbox })).done).toBe(0)
  expect(await jon.stake(stake.id)).toMatchObject({ state: 'Staked' })
  const { rows } = await sql`select from ledger_entries where reference = ${`stake-end:${stake.id}`}`.execute(house.db)
  expect(rows).toHaveLength(0)
  expect((await house.run()).failed).toBe(0)
  expect(await jon.stake(stake.id)).toMatchObject({ state: 'Ended' })
})
