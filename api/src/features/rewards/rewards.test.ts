import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { shareOf } from './rules.ts'
import { createRewardHouse, type Member, type RewardHouse } from './test-rewards.ts'

let house: RewardHouse
let top: Member
let mid: Member
let low: Member
beforeAll(async () => {
  house = await createRewardHouse()
  top = await house.newMember('topp', null)
  mid = await house.newMember('midd', top)
  low = await house.newMember('loww', mid, { USDT: '20000', QMGT: '100' })
})
afterAll(() => house.close())
afterEach(async () => expect(await house.verify()).toBeUndefined())

type Fee = { entry: string; kind: string; asset: string; units: string }
const feesOf = async ({ id }: Member): Promise<Fee[]> => {
  const { rows } = await sql<Fee>`
    select e.id as entry, e.kind, m.asset, m.units from ledger_entries e join ledger_moves m on m.entry = e.id
      join ledger_accounts t on t.id = m.target
    where t.purpose = 'fees' and e.caused_by = ${`customer:${id}`} order by e.id`.execute(house.db)
  return rows
}
type Row = {
  entry: string
  level: number
  rate: number
  amount: string
  asset: string
  customer: string
  state: string
}
const rowsOf = async ({ id }: Member): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select entry, level::int, rate, amount, asset, customer, state from rewards where referee = ${id} order by entry, level`.execute(
    house.db,
  )
  return rows
}

test('each event brings 20 % to level 1 and 5 % to level 2 of its fee, in the asset of the fee, once, however often it is followed', async () => {
  await low.trade('buy', '1000')
  await low.trade('sell', '5')
  const { body } = await low.buy('GAE', 'USDT', '500')
  const lot = body.data.holding
  expect((await low.convert('2')).status).toBe(200)
  expect((await low.end(lot, 'USDT', '1')).status).toBe(200)
  await house.follow(1)
  await low.pay('100')
  await Promise.all([house.follow(2), house.follow(1), house.follow(), house.follow(3)])
  await house.follow()
  const fees = await feesOf(low)
  expect(fees.map(({ kind, asset }) => `${kind} ${asset}`)).toEqual([
    ...['buy USDT', 'sell QMGT', 'gae USDT', 'convert QMGT', 'gae-termination USDT', 'payment USD'],
  ])
  const wanted = fees.flatMap(({ entry, asset, units }) => [
    {
      entry,
      asset,
      level: 1,
      rate: 2000,
      amount: String(shareOf(BigInt(units), 2000n)),
      customer: mid.id,
      state: 'Pending',
    },
    {
      entry,
      asset,
      level: 2,
      rate: 500,
      amount: String(shareOf(BigInt(units), 500n)),
      customer: top.id,
      state: 'Pending',
    },
  ])
  expect(await rowsOf(low)).toEqual(wanted.filter(({ amount }) => amount !== '0'))
  const shown = await mid.rewards()
  expect(shown.map(({ event, level, asset }) => `${event} ${level} ${asset}`)).toEqual([
    ...['booking 1 USD', 'termination 1 USDT', 'convert 1 QMGT', 'booking 1 USDT', 'swap 1 QMGT', 'swap 1 USDT'],
  ])
  expect(JSON.stringify(shown)).not.toContain(low.id)
  // What was earned this year: 2.5 of the first, 1.25 of the second and so on, in dollars.
  const { share } = await mid.sums()
  expect(share).toMatchObject({ year: house.now().getUTCFullYear(), paid: '0' })
  expect(Number(share.fees)).toBeGreaterThan(9)
})

test('a day later the books have them; after their days they can be claimed, where a card was used later', async () => {
  await house.settle()
  await house.settle()
  expect(await house.verify()).toBeUndefined()
  expect((await mid.bundle('USDT')).claimable).toBe('0')
  await house.days(31)
  await house.run()
  const before = await mid.rewards('?state=Claimable')
  expect(before.length).toBeGreaterThan(0)
  expect((await mid.bundle('USD')).claimable).toBe('0')
  await house.days(90)
  await house.run()
  const { pending, claimable } = await mid.bundle('USD')
  expect([pending, claimable]).toEqual(['0', '0.6'])
})
