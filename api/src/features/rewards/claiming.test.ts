import { randomUUID } from 'node:crypto'
import { requestThing } from '@ingot/endpoints/staking'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Operator } from '../../approvals/test-approvals.ts'
import { insertTestVersion } from '../../policy-versions/test-versions.ts'
import { createRewardHouse, type Member, type RewardHouse } from './test-rewards.ts'

let house: RewardHouse
let [finance, owner]: Operator[] = []
let ann: Member
let stranger: Member
/** What a card was charged by each of those whom Ann brought. */
const payments: string[] = []
const payers: Member[] = []
beforeAll(async () => {
  house = await createRewardHouse()
  ;[finance, owner] = [await house.newOperator('finn', ['Finance']), await house.newOperator('olga', ['Owner'])]
  const from = new Date(house.now().getTime() - 1000)
  await insertTestVersion(house.db, { name: 'rewards.leastClaimUsd', value: '2', from })
  await insertTestVersion(house.db, { name: 'staking.aloneUsd', value: '30', from })
  ann = await house.newMember('annn', null)
  stranger = await house.newMember('stranger', null)
  const trader = await house.newMember('trader', ann, { USDT: '60000', QMGT: '200' })
  await trader.trade('buy', '40000')
  await trader.trade('sell', '150')
  for (const name of ['card1', 'card2', 'card3', 'card4']) {
    const payer = await house.newMember(name, ann)
    payers.push(payer)
    payments.push((await payer.pay('500')).id)
  }
  await house.run()
  await house.days(122)
  await house.run()
  for (const operator of [finance, owner]) if (operator) await house.logInAgain(operator)
})
afterAll(() => house.close())
afterEach(async () => expect(await house.verify()).toBeUndefined())

const by = (operator: Operator | undefined): Operator => {
  if (!operator) throw new Error('nobody is at the desk')
  return operator
}
const lose = async (index: number) => {
  const id = payments[index] ?? ''
  await house.tell(house.cards.dispute(id))
  await house.tell(house.cards.close(id, 'lost'))
  await house.follow()
}
const statesOf = async (asset: string) => (await ann.rewards(`?asset=${asset}`)).map(({ state }) => state).sort()

test('everything of an asset is claimed once, however many try at once, and the same key gives the same answer', async () => {
  const key = randomUUID()
  const answers = await Promise.all([key, key, randomUUID(), randomUUID()].map((each) => ann.claim('USDT', each)))
  const taken = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.name)
  expect(new Set(taken.map(({ body }) => body.data.id)).size).toBe(1)
  expect(refused.every((name) => name === 'RewardsTooSmall')).toBe(true)
  expect(taken[0]?.body.data).toMatchObject({
    ...{ kind: 'referral', asset: 'USDT', currency: 'USDT', units: '20', rewards: 1, parts: [], state: 'Requested' },
  })
  expect(await ann.bundle('USDT')).toMatchObject({ requested: '20', claimable: '0', isEnough: false })
})

test('what is withdrawn or rejected can be claimed again', async () => {
  const [request] = await ann.requests()
  expect((await stranger.posted(`/reward-requests/${request?.id}/withdraw`)).status).toBe(404)
  expect((await ann.posted(`/reward-requests/${request?.id}/withdraw`)).body.data.state).toBe('Withdrawn')
  expect(await ann.bundle('USDT')).toMatchObject({
    requested: '0',
    claimable: '20',
    claimableNow: '20',
    isEnough: true,
  })
  const again = (await ann.claim('USDT')).body.data
  expect((await house.act(by(finance), 'reject-reward', again.id, 'Please ask later.')).status).toBe(200)
  expect((await ann.requests())[0]).toMatchObject({ state: 'Rejected', reason: 'Please ask later.', rewards: 1 })
  expect((await ann.bundle('USDT')).claimable).toBe('20')
})

test('who has enough to claim does not leave before it is claimed; less than that keeps nobody', async () => {
  const hindrances = async (member: Member) => (await member.read('/account/leaving')).body.data.hindrances
  const unclaimed = expect.objectContaining({
    ...{ words: expect.stringContaining('You have rewards that you can claim.'), href: '/My-Reward-Center' },
  })
  expect((await ann.bundle('USDT')).isEnough).toBe(true)
  expect(await hindrances(ann)).toContainEqual(unclaimed)
  expect(await hindrances(stranger)).not.toContainEqual(unclaimed)
  const setLeast = (value: string) =>
    insertTestVersion(house.db, { name: 'rewards.leastClaimUsd', value, from: house.now() })
  await setLeast('1000')
  expect(await hindrances(ann)).not.toContainEqual(unclaimed)
  await setLeast('2')
  expect(await hindrances(ann)).toContainEqual(unclaimed)
})

const stops = {
  frozen: (isOn: boolean) => sql`
    insert into wallet_senders (customer, frozen_at) values (${ann.id}, case when ${isOn} then now() end)
    on conflict (customer) do update set frozen_at = excluded.frozen_at`,
  suspended: (isOn: boolean) => sql`
    insert into consultant_profiles (id, customer, state, suspended_at, created_at)
    values (gen_random_uuid(), ${ann.id}, ${isOn ? 'Suspended' : 'Draft'}, case when ${isOn} then now() end, now())
    on conflict (customer) do update set state = excluded.state, suspended_at = excluded.suspended_at`,
}

test.each(Object.entries(stops))(
  'what can be claimed is held when who earns it is %s by then, until an operator has looked',
  async (_name, stop) => {
    await stop(true).execute(house.db)
    expect((await ann.claim('USDT')).body.error.name).toBe('RewardsTooSmall')
    expect(await ann.bundle('USDT')).toMatchObject({ claimable: '0', held: '20' })
    await stop(false).execute(house.db)
    for (const { id } of await ann.rewards('?state=Held'))
      expect((await house.decideHeld(by(owner), 'clear-reward', id)).status).toBe(200)
    await house.settle()
    expect(await ann.bundle('USDT')).toMatchObject({ claimable: '20', held: '0' })
  },
)

test('one operator pays up to the limit of all requests together, two pay above it; it reaches the wallet on the chain', async () => {
  const gold = (await ann.claim('QMGT')).body.data
  const dollars = (await ann.claim('USDT')).body.data
  const before = await house.balance(ann, 'USDT')
  expect((await house.act(by(finance), 'pay-reward-alone', dollars.id)).status).toBe(200)
  expect(Number(await house.balance(ann, 'USDT')) - Number(before)).toBe(20)
  const paid = (await ann.requests()).find(({ id }) => id === dollars.id)
  expect(paid).toMatchObject({ state: 'Paid', received: '20', movement: { type: 'referral-reward' } })
  // Sold for a fee of 0.375 QMGT, of which 0.075 are Ann's: 7.46 dollars, and 20 were paid.
  expect(gold.units).toBe('0.075')
  expect((await house.act(by(owner), 'pay-reward-alone', gold.id)).status).toBe(200)
  const more = (await ann.claim('USD')).body.data
  expect(more).toMatchObject({ asset: 'USD', currency: 'USDT', units: '12', rewards: 4 })
  expect((await house.act(by(finance), 'pay-reward-alone', more.id)).status).toBe(403)
  const asked = await house.askedBy(by(finance), { action: 'pay-reward', thing: requestThing(more.id) })
  expect((await house.decide(by(owner), 'approve', asked)).status).toBe(200)
  expect(Number(await house.balance(ann, 'USDT')) - Number(before)).toBe(32)
  expect(await house.lying('USD')).toBe('0')
  const { rows } = await sql`
    select from ledger_settlements s join ledger_movements v on v.entry = s.entry where v.type = 'referral-reward'`.execute(
    house.db,
  )
  expect(rows).toHaveLength(3)
})

test('what was paid of a fee that went back is taken from the next claim, and never owed', async () => {
  await lose(0)
  expect(await statesOf('USD')).toEqual(['Paid', 'Paid', 'Paid', 'Reversed'])
  expect(await ann.bundle('USD')).toMatchObject({ toTakeBack: '3', claimableNow: '0', reversed: '3', paid: '9' })
  expect((await ann.read('/debts')).body.data.owed).toBe('0')
  for (const payer of payers.slice(1)) await payer.pay('500')
  await house.run()
  await house.days(122)
  await house.run()
  expect(await ann.bundle('USD')).toMatchObject({ claimable: '9', toTakeBack: '3', claimableNow: '6' })
  await house.logInAgain(by(finance))
  const request = (await ann.claim('USD')).body.data
  expect(request).toMatchObject({ units: '6', rewards: 3 })
  expect((await ann.bundle('USD')).toTakeBack).toBe('0')
  // Rejected, it is to be taken back as before.
  expect((await house.act(by(finance), 'reject-reward', request.id, 'Not yet.')).status).toBe(200)
  expect(await ann.bundle('USD')).toMatchObject({ claimable: '9', toTakeBack: '3' })
})

test('of one that is asked for the request ends, and the rest can be claimed again', async () => {
  const request = (await ann.claim('USD')).body.data
  const second = (await payers[1]?.read('/payments'))?.body.data[0].id
  payments[1] = second
  await lose(1)
  expect((await ann.requests()).find(({ id }) => id === request.id)).toMatchObject({ state: 'Rejected' })
  expect(await ann.bundle('USD')).toMatchObject({ claimable: '6', toTakeBack: '3', claimableNow: '3', requested: '0' })
  const again = (await ann.claim('USD')).body.data
  expect((await house.act(by(finance), 'pay-reward-alone', again.id)).status).toBe(200)
  expect((await ann.requests())[0]).toMatchObject({ state: 'Paid', units: '3', received: '3' })
  expect(await ann.bundle('USD')).toMatchObject({ claimable: '0', toTakeBack: '0', reversed: '6' })
})

test('the years tell what was paid and taken back, and the paper can be had of a year in which something was', async () => {
  const years = (await ann.read('/reward-years')).body.data
  const sums = years.flatMap((year: { sums: object[] }) => year.sums)
  expect(sums).toContainEqual(expect.objectContaining({ asset: 'USD', takenBack: '3' }))
  const body = { zone: 'UTC', paper: 'A4', year: years[0].year }
  expect((await ann.posted('/documents/reward-report', body)).body.data).toMatchObject({ kind: 'reward-report' })
  expect((await ann.posted('/documents/reward-report', { ...body, year: 2021 })).status).toBe(404)
  expect((await stranger.posted('/documents/reward-report', body)).status).toBe(404)
})

test('somebody else’s bundle, reward and request are nobody’s', async () => {
  const { id } = await ann.bundle('USDT')
  expect((await stranger.posted('/claim-token', { rewardid: id })).status).toBe(404)
  expect((await stranger.posted('/claim-token', { rewardid: randomUUID() })).status).toBe(404)
  expect(await stranger.rewards()).toEqual([])
  expect((await stranger.sums()).bundles).toEqual([])
  expect((await stranger.read('/reward-years')).body.data).toEqual([])
  expect((await stranger.read('/rewards.csv')).status).toBe(200)
})
