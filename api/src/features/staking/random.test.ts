import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { requestThing } from '@ingot/endpoints/staking'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isMarketOpen } from '../trade/market.ts'
import { beginStake } from './beginning.ts'
import { claim } from './claiming.ts'
import { payAlone, rejectAlone } from './deciding.ts'
import { leaveStake, renewStake, stayStaked } from './leaving.ts'
import { withdrawRequest } from './requests.ts'
import { shownQmgt } from './rules.ts'
import { type Staking, stakingOf } from './staking.ts'
import { readSums } from './sums-store.ts'
import { createStakeHouse, dayMs, type StakeHouse } from './test-staking.ts'

const people = 6
const steps = 160
const one = 10n ** 18n

let house: StakeHouse
let staking: Staking
beforeAll(async () => {
  house = await createStakeHouse({ pool: '12' })
  staking = stakingOf(house.deps)
})
afterAll(() => house.close())

/** The same numbers in every run. */
const random = (() => {
  let seed = 20_261_118
  return (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
})()
const oneOf = <T>(list: readonly T[]): T | undefined => list[random(list.length)]

/** What everything has to be, by the plainest reckoning. */
type ModelStake = {
  id: string
  units: bigint
  reward: bigint
  term: number
  began: number
  notice: number | undefined
  renews: boolean
  isOver: boolean
  taken: bigint
  back: bigint
}
type ModelRequest = { id: string; owner: Model; isSold: boolean; parts: { stake: ModelStake; units: bigint }[] }
type Model = { id: string; free: bigint; stakes: ModelStake[] }

const rates: Record<number, bigint> = { 90: 50n, 180: 125n, 365: 300n }
let pool = 12n * one
let setAside = 0n
const open: ModelRequest[] = []

const now = () => house.now().getTime()
const vestedOf = ({ reward, term, began, notice }: ModelStake) => {
  const days = Math.floor(((notice ?? now()) - began) / dayMs)
  if (days >= term) return reward
  return days < 30 ? 0n : (reward * BigInt(days)) / BigInt(term)
}
const endOf = ({ began, term, notice }: ModelStake) =>
  notice === undefined ? began + term * dayMs : notice + 7 * dayMs
const claimableOf = (stake: ModelStake) => vestedOf(stake) - stake.taken

const asking = (customer: string) => ({
  person: { id: customer },
  operation: { caller: customer, endpoint: 'test', key: randomUUID(), requestHash: Buffer.alloc(32) },
  useGrants: async () => undefined,
})

/** What is done must be done exactly if the model says so. */
const agree = async <T>(what: string, isAllowed: boolean, work: Promise<T>): Promise<T | undefined> => {
  const outcome = await work.then(
    (value) => ({ value }),
    (error) => ({ error: String(error.error ?? error) }),
  )
  expect({ what, done: 'value' in outcome, ...('error' in outcome && !isAllowed ? {} : outcome) }).toMatchObject({
    ...{ what, done: isAllowed },
  })
  return 'value' in outcome ? outcome.value : undefined
}

const add = (owner: Model, stake: Omit<ModelStake, 'notice' | 'isOver' | 'taken' | 'back' | 'began'>) => {
  owner.free -= stake.units
  pool -= stake.reward
  setAside += stake.reward
  owner.stakes.push({ ...stake, began: now(), notice: undefined, isOver: false, taken: 0n, back: 0n })
}

const begin = async (owner: Model) => {
  const units = one + BigInt(random(30)) * one + BigInt(random(1_000_000_007))
  const term = [90, 180, 365][random(3)] ?? 90
  const [reward, renews] = [(units * (rates[term] ?? 0n)) / 10_000n, random(3) === 0]
  const isAllowed = owner.free >= units && pool >= reward
  const body = { amount: shownQmgt(units), term, renews, reward: shownQmgt(reward) }
  const made = await agree('begin', isAllowed, beginStake(staking, asking(owner.id), body))
  if (made) add(owner, { id: made.data.id, units, reward, term, renews })
}

const ask = async (owner: Model, stake: ModelStake | undefined) => {
  const from = (stake ? [stake] : owner.stakes).filter((each) => claimableOf(each) > 0n)
  const isEnough = from.reduce((sum, each) => sum + claimableOf(each), 0n) >= one / 100n
  const parts = from
    .filter((each) => isEnough || endOf(each) <= now())
    .map((each) => ({ stake: each, units: claimableOf(each) }))
  const isSold = random(2) === 0
  const wanted = { stake: stake?.id, currency: isSold ? 'USDT' : 'QMGT' } as const
  const made = await agree('claim', parts.length > 0, claim(staking, asking(owner.id), wanted))
  if (!made) return
  const asked = parts.reduce((sum, { units }) => sum + units, 0n)
  expect(parseAmount('QMGT', made.data.units).units).toBe(asked)
  for (const part of parts) part.stake.taken += part.units
  open.push({ id: made.data.id, owner, isSold, parts })
}

const decide = async (word: 'pay' | 'reject' | 'withdraw') => {
  const request = oneOf(open)
  if (!request || (word === 'pay' && !isMarketOpen(house.now()))) return
  const by = { operator: randomUUID(), at: house.now() }
  const thing = requestThing(request.id)
  const { operation } = asking(request.owner.id)
  if (word === 'withdraw') await withdrawRequest(staking, { id: request.id, customer: request.owner.id, operation })
  else
    await inTransaction(house.db, async (tx) =>
      word === 'pay' ? payAlone(tx, staking, thing, by) : rejectAlone(tx, staking, thing, 'a test', by),
    )
  open.splice(open.indexOf(request), 1)
  for (const { stake, units } of request.parts) {
    if (word !== 'pay') stake.taken -= units
    else {
      setAside -= units
      if (!request.isSold) request.owner.free += units
    }
  }
}

const change = async (owner: Model, stake: ModelStake) => {
  const runs = !stake.isOver && endOf(stake) > now()
  const what = random(3)
  if (what === 0) {
    const isAllowed = runs && stake.notice === undefined && now() + 7 * dayMs < endOf(stake)
    if (await agree('leave', isAllowed, leaveStake(staking, asking(owner.id), stake.id, {}))) stake.notice = now()
  } else if (what === 1) {
    const isAllowed = runs && stake.notice !== undefined
    if (await agree('stay', isAllowed, stayStaked(staking, asking(owner.id), stake.id))) stake.notice = undefined
  } else {
    const [isAllowed, renews] = [runs && stake.notice === undefined, random(2) === 0]
    if (await agree('tick', isAllowed, renewStake(staking, asking(owner.id), stake.id, { renews })))
      stake.renews = renews
  }
}

/** The job, and what it must have done: those that only end come first, then those that begin anew, longest due first. */
const strike = async (all: readonly Model[]) => {
  const due = all
    .flatMap((owner) => owner.stakes.map((stake) => ({ owner, stake })))
    .filter(({ stake }) => !stake.isOver && endOf(stake) <= now())
    .toSorted((a, b) => endOf(a.stake) - endOf(b.stake) || (a.stake.id < b.stake.id ? -1 : 1))
  const runs = await Promise.all([house.run(), random(4) === 0 ? house.run() : { failed: 0 }])
  expect(runs.map(({ failed }) => failed)).toEqual(runs.map(() => 0))
  for (const { owner, stake } of due) {
    stake.isOver = true
    owner.free += stake.units
    if (stake.notice === undefined) continue
    stake.back = stake.reward - vestedOf(stake)
    pool += stake.back
    setAside -= stake.back
  }
  for (const { owner, stake } of due.filter((each) => each.stake.renews && each.stake.notice === undefined)) {
    const { units, term } = stake
    const reward = (units * (rates[term] ?? 0n)) / 10_000n
    if (pool < reward) continue
    const found = await renewedBy(stake.id)
    expect(found).toBeDefined()
    add(owner, { id: found ?? '', units, reward, term, renews: true })
  }
}

const renewedBy = async (id: string) => {
  const { rows } = await sql<{ id: string }>`select id from stakes where renewed_from = ${id}`.execute(house.db)
  return rows[0]?.id
}

const compare = async (all: readonly Model[]) => {
  expect([await house.lying.pool(), await house.lying.setAside()]).toEqual([shownQmgt(pool), shownQmgt(setAside)])
  for (const { id, free, stakes } of all) {
    const staked = stakes.filter(({ isOver }) => !isOver).reduce((sum, { units }) => sum + units, 0n)
    expect([await house.lying.free({ id }), await house.lying.staked({ id })]).toEqual([
      ...[shownQmgt(free), shownQmgt(staked)],
    ])
    const sums = await staking.sumsOf(id, house.now())
    expect(sums).toEqual(await readSums(house.db, id, house.now()))
    expect([sums.claimable, sums.requested + sums.paid, sums.toVest]).toEqual([
      stakes.reduce((sum, stake) => sum + claimableOf(stake), 0n),
      stakes.reduce((sum, { taken }) => sum + taken, 0n),
      stakes.reduce((sum, stake) => sum + stake.reward - vestedOf(stake) - stake.back, 0n),
    ])
  }
}

test('whatever many customers do over more than a year, everything is where a plain reckoning says', async () => {
  const all: Model[] = []
  for (let n = 0; n < people; n++) {
    const { id } = await house.newStaker(`someone${n}`, '100')
    all.push({ id, free: 100n * one, stakes: [] })
  }
  for (let step = 0; step < steps; step++) {
    if (random(2) === 0) {
      await house.goTo(new Date(now() + (1 + random(6)) * dayMs + random(dayMs)))
      await strike(all)
    }
    const owner = oneOf(all)
    if (!owner) continue
    const stake = oneOf(owner.stakes)
    const doing = random(8)
    if (doing < 2) await begin(owner)
    else if (doing < 4) await ask(owner, random(3) === 0 ? undefined : stake)
    else if (doing < 6) await decide((['pay', 'pay', 'reject', 'withdraw'] as const)[random(4)] ?? 'pay')
    else if (stake) await change(owner, stake)
    if (step % 20 === 19) await compare(all)
  }
  await house.goTo(new Date(now() + 400 * dayMs))
  await strike(all)
  await compare(all)
  expect(all.flatMap(({ stakes }) => stakes).length).toBeGreaterThan(20)
  expect(await house.verify()).toBeUndefined()
}, 120_000)
