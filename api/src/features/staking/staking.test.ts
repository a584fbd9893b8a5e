import { randomUUID } from 'node:crypto'
import { allEndpoints } from '@ingot/endpoints/all'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createStakeHouse, dayMs, type StakeHouse } from './test-staking.ts'

let house: StakeHouse
beforeAll(async () => {
  house = await createStakeHouse()
})
afterAll(() => house.close())
afterEach(async () => {
  expect(await house.verify()).toBeUndefined()
})

const sumOf = (...texts: string[]): bigint => texts.reduce((sum, text) => sum + parseAmount('QMGT', text).units, 0n)

test('QMGT is staked, its reward set aside by it, vests day by day, and is all claimed in the end', async () => {
  const ann = await house.newStaker('ann')
  const [pool, before] = [await house.lying.pool(), await ann.staking()]
  expect(before).toMatchObject({ isUpline: true, available: '100', least: '1', most: '1000', vestsFromDays: 30 })
  expect(before.terms.map(({ days, basisPoints }) => [days, basisPoints])).toEqual([
    [90, 50],
    [180, 125],
    [365, 300],
  ])
  const stake = await ann.begun('40', { term: 365, reward: '1.2' })
  expect(stake).toMatchObject({ state: 'Staked', units: '40', termDays: 365, basisPoints: 300, reward: '1.2', days: 0 })
  expect(stake).toMatchObject({ claimable: '0', toVest: '1.2', renews: false, renewedFrom: null, endedAt: null })
  expect([await house.lying.free(ann), await house.lying.staked(ann), await house.lying.setAside()]).toEqual([
    ...['60', '40', '1.2'],
  ])
  expect(sumOf(await house.lying.pool())).toBe(sumOf(pool) - sumOf('1.2'))

  await house.goToDay(stake, 30, -1)
  expect(await ann.stake(stake.id)).toMatchObject({ days: 29, claimable: '0', toVest: '1.2' })
  expect((await ann.claim(stake.id)).body.error.name).toBe('NothingVested')
  await house.goToDay(stake, 30)
  // 1.2 × 30 / 365, rounded down to the last unit.
  const first = '0.098630136986301369'
  expect(await ann.stake(stake.id)).toMatchObject({ days: 30, claimable: first })
  expect((await ann.staking()).sums).toMatchObject({ stakes: 1, staked: '40', claimable: first, requested: '0' })
  const asked = await ann.claim(stake.id)
  expect(asked.body.data).toMatchObject({
    ...{ state: 'Requested', currency: 'QMGT', units: first, received: null, customer: null },
    parts: [{ stake: stake.id, units: first }],
  })
  expect((await ann.claim(stake.id)).body.error.name).toBe('NothingVested')
  expect((await ann.staking()).sums).toMatchObject({ claimable: '0', requested: first })
  // The day after it is less than the least, which is told with the day on which it will be enough.
  await house.goToDay(stake, 31)
  expect((await ann.claim(stake.id)).body.error).toMatchObject({ name: 'ClaimTooSmall', details: { least: '0.01' } })
  const { claimableFrom } = await ann.stake(stake.id)
  expect(claimableFrom).toBe(new Date(new Date(stake.beganAt).getTime() + 34 * dayMs).toISOString())
  await house.goToDay(stake, 34)
  expect((await ann.claim(stake.id)).status).toBe(200)

  await house.goToDay(stake, 364, dayMs - 1)
  expect(await house.run()).toEqual({ done: 0, failed: 0 })
  expect(await ann.stake(stake.id)).toMatchObject({ state: 'Staked', days: 364 })
  await house.goToDay(stake, 365)
  expect(await house.run()).toEqual({ done: 1, failed: 0 })
  expect(await house.run()).toEqual({ done: 0, failed: 0 })
  const ended = await ann.stake(stake.id)
  expect(ended).toMatchObject({ state: 'Ended', days: 365, toVest: '0', returned: '0', endedAt: stake.endsAt })
  expect([await house.lying.free(ann), await house.lying.staked(ann)]).toEqual(['100', '0'])
  expect(ended.history.map(({ state }) => state)).toEqual(['Staked', 'Ended'])
  expect(ended.entries.map(({ kind }) => kind)).toEqual(['stake', 'stake-end'])

  // The last claim takes the exact rest.
  const { body } = await ann.claim(stake.id)
  const all = await ann.requests()
  expect(all).toHaveLength(3)
  expect(sumOf(...all.map(({ units }) => units))).toBe(sumOf('1.2'))
  expect(body.data.units).toBe(ended.claimable)
  expect(await ann.stake(stake.id)).toMatchObject({ claimable: '0', requested: '1.2', claimableFrom: null })
  expect((await ann.stake(body.data.parts[0].stake)).requests).toHaveLength(3)
})

test('movements tell of it, and the page of one opens from there', async () => {
  const bea = await house.newStaker('bea')
  const stake = await bea.begun('10')
  await house.goToDay(stake, 90)
  await house.run()
  const { data } = (await bea.read('/recent-activities-user')).body
  expect(data.map(({ type }: { type: string }) => type)).toEqual(['stake-end', 'stake'])
  expect(data[1]).toMatchObject({ state: 'posted', incoming: [], outgoing: [], fees: [] })
  expect((await bea.read('/movements?type=stake')).body.data).toHaveLength(1)
  expect((await bea.stake(data[1].id)).id).toBe(stake.id)
  expect((await bea.read(`/movements/${data[1].id}`)).body.data.entries[0].moves).toEqual([
    {
      asset: 'QMGT',
      amount: '10',
      from: { owner: 'you', purpose: 'available' },
      to: { owner: 'you', purpose: 'staked' },
    },
    {
      ...{ asset: 'QMGT', amount: '0.05' },
      ...{ from: { owner: 'house', purpose: 'reward-pool' }, to: { owner: 'house', purpose: 'set-aside' } },
    },
  ])
})

test('who leaves before the 30th day keeps nothing of the reward, after it just what has vested', async () => {
  const cid = await house.newStaker('cid')
  const pool = await house.lying.pool()
  for (const { days, stays, returns } of [
    { days: 29, stays: '0', returns: '1' },
    { days: 31, stays: '0.172222222222222222', returns: '0.827777777777777778' },
  ]) {
    const stake = await cid.begun('80', { term: 180 })
    await house.goToDay(stake, days, dayMs - 1)
    const told = (await cid.leaving(stake.id)).body.data
    expect(told).toMatchObject({ isPossible: true, units: '80', stays, returns })
    const { data } = (await cid.leave(stake.id, { returns })).body
    expect(data).toMatchObject({ state: 'Leaving', days, claimable: stays, toVest: returns, leavesAt: told.leavesAt })
    expect((await cid.leave(stake.id)).body.error.name).toBe('StateChanged')
    expect((await cid.leaving(stake.id)).body).toEqual({ data: null })
    // Meanwhile nothing more vests, and nothing is free before the notice is over.
    await house.goToDay(stake, days + 8, -2)
    expect(await house.run()).toEqual({ done: 0, failed: 0 })
    expect(await cid.stake(stake.id)).toMatchObject({ state: 'Leaving', days, claimable: stays })
    await house.goToDay(stake, days + 8, -1)
    expect(await house.run()).toEqual({ done: 1, failed: 0 })
    const left = await cid.stake(stake.id)
    expect(left).toMatchObject({ state: 'Left', claimable: stays, toVest: '0', returned: returns })
    expect(left.history.map(({ state }) => state)).toEqual(['Staked', 'Leaving', 'Left'])
    expect(left.entries.map(({ kind }) => kind)).toEqual(['stake', 'stake-left'])
    expect(await house.lying.free(cid)).toBe('100')
    const claimed = await cid.claim(stake.id)
    expect(claimed.body.error?.name ?? claimed.body.data.units).toBe(days === 29 ? 'NothingVested' : stays)
  }
  expect(sumOf(await house.lying.pool())).toBe(sumOf(pool) - sumOf('0.172222222222222222'))
})

test('on its last days leaving is refused in words, and the stake ends by itself', async () => {
  const dan = await house.newStaker('dan')
  const stake = await dan.begun('10')
  await house.goToDay(stake, 83, -1)
  expect((await dan.leaving(stake.id)).body.data.isPossible).toBe(true)
  for (const days of [83, 89]) {
    await house.goToDay(stake, days)
    expect((await dan.leaving(stake.id)).body.data.isPossible).toBe(false)
    expect((await dan.leave(stake.id)).body.error).toMatchObject({
      name: 'StakeEndsFirst',
      message: 'This stake ends before the notice would be over. There is nothing to gain by leaving it.',
      details: { endsAt: stake.endsAt },
    })
  }
  await house.goToDay(stake, 90)
  expect((await dan.leave(stake.id)).status).toBe(409)
  await house.run()
  expect(await dan.stake(stake.id)).toMatchObject({ state: 'Ended', claimable: '0.05' })
})

test('notice can be taken back until it is over, and then everything is as if it had not been given', async () => {
  const eve = await house.newStaker('eve')
  const stake = await eve.begun('10')
  expect((await eve.stay(stake.id)).body.error.name).toBe('StateChanged')
  await house.goToDay(stake, 45)
  await eve.leave(stake.id)
  expect((await eve.claim(stake.id)).status).toBe(200)
  await house.goToDay(stake, 52, -1)
  expect((await eve.stay(stake.id)).body.data).toMatchObject({
    state: 'Staked',
    noticeAt: null,
    leavesAt: null,
    days: 51,
  })
  await house.run()
  await house.goToDay(stake, 60)
  await eve.leave(stake.id)
  // The very moment it is over, whether anybody has looked yet or not.
  await house.goToDay(stake, 67)
  expect((await eve.stay(stake.id)).body.error.name).toBe('StateChanged')
  await house.run()
  expect(await eve.stake(stake.id)).toMatchObject({ state: 'Left', returned: '0.016666666666666667' })
})

test('what was shown counts: another reward than that is refused', async () => {
  const fay = await house.newStaker('fay')
  expect((await fay.begin('10', { reward: '0.06' })).body.error).toMatchObject({
    name: 'RewardChanged',
    details: { reward: '0.05' },
  })
  const stake = await fay.begun('10', { reward: '0.05' })
  await house.goToDay(stake, 40)
  expect((await fay.leave(stake.id, { returns: '0.01' })).body.error.name).toBe('RewardChanged')
  // Less than was shown goes back by now: nobody minds.
  expect((await fay.leave(stake.id, { returns: '0.05' })).status).toBe(200)
})

test('a stake begins only within limits, at a term that is offered, with the money and an upline', async () => {
  const gil = await house.newStaker('gil')
  const refusals: [amount: string, more: object, name: string][] = [
    ['0.999999999999999999', {}, 'AmountTooSmall'],
    ['1000.000000000000000001', {}, 'StakeTooLarge'],
    ['99999999999999999', {}, 'StakeTooLarge'],
    ['101', {}, 'BalanceTooLow'],
    ['10', { term: 91 }, 'TermUnknown'],
    ['10', { term: 0 }, 'TermUnknown'],
    ['10', { term: 1.5 }, 'InvalidInput'],
    ['10', { term: '90' }, 'InvalidInput'],
    ['0', {}, 'InvalidInput'],
    ['-1', {}, 'InvalidInput'],
    ['1e3', {}, 'InvalidInput'],
    ['1.0000000000000000001', {}, 'InvalidInput'],
    ['9'.repeat(60), {}, 'InvalidInput'],
    ['10', { more: true }, 'InvalidInput'],
  ]
  for (const [amount, more, name] of refusals)
    expect([amount, (await gil.begin(amount, more)).body.error.name]).toEqual([amount, name])
  const hal = await house.newStaker('hal', '100', { upline: false })
  expect((await hal.begin('10')).body.error).toMatchObject({
    name: 'NotUpline',
    message: 'QMGT + is for customers who brought somebody who is verified.',
  })
  expect((await hal.staking()).isUpline).toBe(false)
  expect([await gil.stakes(), await hal.stakes()]).toEqual([[], []])
  expect((await gil.client.post('/token-reward', { amount: '10' }, { 'idempotency-key': randomUUID() })).status).toBe(
    403,
  )
})

test('an upline that is lost changes nothing of a stake that runs; a verification that is lost stops claims alone', async () => {
  const ida = await house.newStaker('ida')
  const stake = await ida.begun('50', { term: 365 })
  await house.setVerified(ida.referral, false)
  expect((await ida.begin('10')).body.error.name).toBe('NotUpline')
  await house.goToDay(stake, 60)
  expect((await ida.claim(stake.id)).status).toBe(200)
  await house.setVerified(ida.id, false)
  await house.goToDay(stake, 90)
  for (const answer of [await ida.claim(stake.id), await ida.sellVested(stake.id), await ida.begin('10')])
    expect(answer.status).toBe(403)
  // It can still be seen, left and gone on with, and ends by itself.
  expect(await ida.stake(stake.id)).toMatchObject({ state: 'Staked', days: 90 })
  expect((await ida.leave(stake.id)).status).toBe(200)
  expect((await ida.stay(stake.id)).status).toBe(200)
  await house.goToDay(stake, 365)
  await house.run()
  expect(await ida.stake(stake.id)).toMatchObject({ state: 'Ended' })
  expect(await house.lying.free(ida)).toBe('100')
  await house.setVerified(ida.id, true)
  expect((await ida.claim(stake.id)).status).toBe(200)
})

test('without an id everything that has vested is sold at once, oldest first', async () => {
  const jon = await house.newStaker('jon')
  expect((await jon.sellVested()).body.error.name).toBe('NothingVested')
  const old = await jon.begun('10')
  const next = await jon.begun('20', { term: 180 })
  await house.goToDay(old, 40)
  const young = await jon.begun('30')
  const { data } = (await jon.sellVested()).body
  expect(data).toMatchObject({ currency: 'USDT', units: '0.077777777777777777' })
  expect(data.parts).toEqual([
    { stake: old.id, number: old.number, units: '0.022222222222222222' },
    { stake: next.id, number: next.number, units: '0.055555555555555555' },
  ])
  expect((await jon.sellVested()).body.error.name).toBe('NothingVested')
  expect((await jon.sellVested(young.id)).body.error.name).toBe('NothingVested')
  await house.goToDay(young, 60)
  expect((await jon.sellVested(young.id)).body.data.parts).toHaveLength(1)
})

test('somebody else’s stake is as unknown as one that never was, to every call', async () => {
  const [kim, lea] = [await house.newStaker('kim'), await house.newStaker('lea')]
  const stake = await kim.begun('10')
  await house.goToDay(stake, 40)
  const [movement] = (await kim.read('/movements')).body.data
  for (const id of [stake.id, movement.id, randomUUID()])
    for (const answer of [
      await lea.read(`/stakes/${id}`),
      await lea.leaving(id),
      await lea.leave(id),
      await lea.stay(id),
      await lea.renew(id, true),
      await lea.claim(id),
      await lea.sellVested(id),
    ])
      expect([answer.status, answer.body.error.name]).toEqual([404, 'NotFound'])
  expect(await lea.stakes()).toEqual([])
  // Every call that takes a stake was tried.
  const taking = allEndpoints.filter(({ path }) => path.startsWith('/stakes/:id')).map(({ name }) => name)
  expect(taking.toSorted()).toEqual(['leaveStake', 'readLeaving', 'readStake', 'renewStake', 'stayStaked'])
  for (const bad of ['1', 'x', `${stake.id}0`]) expect((await lea.read(`/stakes/${bad}`)).status).toBe(400)
})

test('the list is read page by page and as a file, by state and time', async () => {
  const mia = await house.newStaker('mia')
  for (let n = 0; n < 21; n++) await mia.begun('1')
  const last = await mia.begun('2', { term: 180 })
  const page = (await mia.read('/stakes')).body
  expect(page.data).toHaveLength(20)
  expect(page.data[0].id).toBe(last.id)
  const rest = (await mia.read(`/stakes?cursor=${page.meta.cursor}`)).body
  expect([rest.data.length, rest.meta.cursor]).toEqual([2, null])
  await mia.leave(last.id)
  expect((await mia.stakes('?state=Leaving')).map(({ id }) => id)).toEqual([last.id])
  expect(await mia.stakes(`?from=${new Date(house.now().getTime() + 1).toISOString()}`)).toEqual([])
  const lines = (await mia.read('/stakes.csv')).raw.toString().trim().split('\r\n')
  expect(lines).toHaveLength(23)
  expect(lines[0]).toContain('Number,State,Began at (UTC)')
  expect(lines[1]).toContain('Leaving')
  expect((await mia.staking()).sums).toMatchObject({ stakes: 22, staked: '23' })
})

test('what the database sums of a customer is what the rules say of each stake, to the last unit', async () => {
  const ned = await house.newStaker('ned')
  for (let n = 0; n < 12; n++) {
    const stake = await ned.begun(`${n + 1}.00000000000000${n + 100}`, { term: [90, 180, 365][n % 3] })
    await house.goTo(new Date(house.now().getTime() + 11 * dayMs + 12_345 * n))
    if (n % 4 === 1) await ned.leave(stake.id)
    if (n % 5 === 2) await ned.sellVested()
    await house.run()
    const [{ sums }, all] = [await ned.staking(), await ned.stakes()]
    const open = all.filter(({ state }) => state === 'Staked' || state === 'Leaving')
    expect(sumOf(sums.staked)).toBe(sumOf(...open.map(({ units }) => units)))
    for (const name of ['claimable', 'requested', 'paid', 'toVest'] as const)
      expect([n, name, sumOf(sums[name])]).toEqual([n, name, sumOf(...all.map((each) => each[name]))])
  }
})

test('the database keeps what was promised as it was', async () => {
  const ola = await house.newStaker('ola')
  const { id } = await ola.begun('10')
  for (const change of ['reward_units = reward_units * 2', 'units = 1', 'ends_at = now()', 'paid_units = 10 ^ 18'])
    await expect(sql`update stakes set ${sql.raw(change)} where id = ${id}`.execute(house.db)).rejects.toThrow()
  await expect(sql`delete from stakes where id = ${id}`.execute(house.db)).rejects.toThrow()
  await expect(sql`update stakes set state = 'Left' where id = ${id}`.execute(house.db)).rejects.toThrow()
})
