import { inTransaction } from '@ingot/db/transaction'
import { verifyLedger } from '@ingot/ledger/verify'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertTestVersion } from '../../policy-versions/test-versions.ts'
import { insertDays, type PricedDay } from '../dashboard/days-store.ts'
import { createGroups } from '../groups/test-groups.ts'
import { createBackHouse } from '../payments/test-back.ts'
import { createRemitHouse } from '../remittances/test-remittances.ts'
import { createRewardHouse } from '../rewards/test-rewards.ts'
import { createTrading } from '../trade/trading.ts'
import { worthOfAll } from './booking.ts'
import type { Estates } from './estates.ts'
import { createEstateBooks } from './test-estate-books.ts'

type House = Pick<Awaited<ReturnType<typeof createGroups>>, 'db'>

const verdict = async ({ db }: House) => {
  const found = await verifyLedger(db, undefined)
  return 'wrong' in found ? found.wrong : 'all is right'
}

test('gold that was bought in a group has a certificate of whoever received it, who is in no group by it', async () => {
  const house = await createGroups()
  const books = createEstateBooks(house)
  const [ann, bea] = [await house.newMember('ann-lee'), await house.newMember('bea-lee', { USDT: '1' })]
  const group = await house.newGroup(ann)
  expect((await ann.buyIn(group, '402')).status).toBe(200)
  const { estate, beneficiaries } = await books.died(ann.id, [2500, 7500])
  expect(await verdict(house)).toBe('all is right')
  await books.pass(estate, beneficiaries[0] ?? '', bea.id, true)
  expect(await verdict(house)).toBe('all is right')
  const [lot] = await bea.holdings()
  expect(lot).toMatchObject({ product: 'GDS', units: '0.995', available: '0.995' })
  const { rows } = await sql<{ subtitle: string }>`
    select subtitle from documents where customer = ${bea.id} and kind = 'gds-certificate' and state = 'valid'`.execute(
    house.db,
  )
  expect(rows).toEqual([{ subtitle: 'GDS, 0.995 grams left, version 1' }])
  expect((await bea.end(lot.id, 'USDT', '0.995')).status).toBe(200)
  await books.pass(estate, beneficiaries[1] ?? '', bea.id)
  expect(await verdict(house)).toBe('all is right')
  await house.close()
})

test('grams that a bank takes back are taken from what waits, and the rest is shared as before', async () => {
  const house = await createRemitHouse()
  await house.fundBank('10000')
  const books = createEstateBooks(house)
  const [fay, gus] = [await house.newRemitter('fay', { USDT: '500' }), await house.newRemitter('gus', { USDT: '1' })]
  const sent = await fay.remit('1000')
  const { estate, beneficiaries } = await books.died(fay.id, [4000, 6000])
  const before = await fay.holding(sent.made.booked?.holding ?? '')
  await house.reversal(house.lineOf({ amount: '600', direction: 'out', isReversal: true }), sent.line, sent.made.id)
  expect(await verdict(house)).toBe('all is right')
  await books.pass(estate, beneficiaries[0] ?? '', gus.id)
  expect(await verdict(house)).toBe('all is right')
  const [lot] = await gus.holdings()
  expect(Number(lot.units)).toBeCloseTo(Number(before.open) * 0.4 * 0.4, 6)
  await books.pass(estate, beneficiaries[1] ?? '', gus.id)
  expect(await verdict(house)).toBe('all is right')
  expect(await books.isDistributed(estate)).toBe(true)
  await house.close()
})

test('what was paid by card comes when it is safe, and waits while it is disputed', async () => {
  const house = await createBackHouse()
  const books = createEstateBooks(house)
  const [bob, cyd] = [await house.newPayer('bob', { USDT: '500' }), await house.newPayer('cyd', { USDT: '1' })]
  const { id } = await bob.pay('300')
  const { estate, beneficiaries } = await books.died(bob.id, [10_000])
  const [only = ''] = beneficiaries
  await books.pass(estate, only, cyd.id)
  expect(await cyd.holdings()).toEqual([])
  expect(await books.isDistributed(estate)).toBe(false)
  await house.clear(bob, id)
  expect(await books.sweep(estate)).toBe(true)
  expect(await verdict(house)).toBe('all is right')
  await house.tell(house.cards.dispute(id))
  expect(await books.pass(estate, only, cyd.id)).toBe(false)
  await house.tell(house.cards.close(id, 'won'))
  expect(await books.pass(estate, only, cyd.id)).toBe(true)
  const { rows } = await sql`select from holdings where customer = ${cyd.id} and available_units > 0`.execute(house.db)
  expect(rows).toHaveLength(1)
  expect(await books.isDistributed(estate)).toBe(true)
  expect(await verdict(house)).toBe('all is right')
  await house.close()
})

test('for taxes nothing is sold, and what it had cost goes along; days know it from when it came', async () => {
  const house = await createGroups()
  const books = createEstateBooks(house)
  const dan = await house.newMember('dan-doe', { USDT: '1000' })
  expect((await dan.buy('GAE', 'USDT', '303')).status).toBe(200)
  expect((await dan.trade({ pair: 'QMGT/USDT', side: 'buy', amount: '200', of: 'pay' })).status).toBe(200)
  await house.give(dan.id, 'QMGT', '5')
  const estates = { ...house, ...createTrading(house) } as unknown as Estates
  const worth = await worthOfAll(estates, dan.id)
  expect(Number(worth && formatAmount(worth))).toBeGreaterThan(1450)
  const { estate, beneficiaries } = await books.died(dan.id, [10_000])
  // Entries have the time of the database: a report of now has them once the clock of the test is past it.
  house.passTime(Math.max(0, Date.now() - house.now().getTime()) + 3 * 24 * 3600_000)
  const eva = await house.newMember('eva-doe', { USDT: '1' })
  await books.pass(estate, beneficiaries[0] ?? '', eva.id)
  const year = new Date().getUTCFullYear()
  const made = await eva.client.post('/documents/tax-report', { year, zone: 'UTC' })
  expect(made.status).toBe(200)
  const shown = JSON.stringify((await eva.client.get(`/documents/${made.body.data.id}`)).body)
  expect(shown).toContain('From an estate, at what it had cost')
  expect(shown).toContain('"303.00"')
  expect(shown).toContain('"200.00"')
  const day = (at: Date) => at.toISOString().slice(0, 10)
  const days: PricedDay[] = [2, 1, 0].map((ago) => ({
    day: day(new Date(house.now().getTime() - ago * 24 * 3600_000)),
    bid: null,
  }))
  await inTransaction(house.db, (tx) => insertDays(tx, days, { from: eva.id, to: eva.id }, true))
  const { rows } = await sql<{ day: string }>`
    select day::text from holding_days where customer = ${eva.id} and product = 'GAE' order by day`.execute(house.db)
  expect(rows.map((row) => row.day)).toEqual([day(house.now())])
  expect(await verdict(house)).toBe('all is right')
  await house.close()
})

test('rewards that could be claimed are left with everything else, however little; what could not stays with the house', async () => {
  const house = await createRewardHouse()
  const books = createEstateBooks(house)
  for (const name of ['olga', 'otto']) await house.newOperator(name, ['Owner'])
  await insertTestVersion(house.db, { name: 'rewards.leastClaimUsd', value: '15', from: house.now() })
  const [ann, bea] = [await house.newMember('annr', null), await house.newMember('bear', null)]
  const trader = await house.newMember('trader', ann, { USDT: '60000', QMGT: '200' })
  const payer = await house.newMember('payer', ann)
  await trader.trade('buy', '40000')
  await trader.trade('sell', '150')
  await payer.pay('500')
  await house.run()
  await house.days(122)
  await house.run()
  await trader.trade('buy', '1000')
  await house.run()
  // 20 USDT that are asked for, 0.075 QMGT and 3 dollars that are too little to be, and 0.5 USDT that have to wait.
  expect((await ann.claim('USDT')).status).toBe(200)
  expect((await ann.claim('USD')).body.error.name).toBe('RewardsTooSmall')
  const worth = await worthOfAll({ ...house, ...createTrading(house) } as unknown as Estates, ann.id)
  expect(worth && formatAmount(worth)).toBe('30.46')

  const { estate, beneficiaries } = await books.died(ann.id, [10_000])
  expect(await verdict(house)).toBe('all is right')
  await books.pass(estate, beneficiaries[0] ?? '', bea.id)
  expect([await house.balance(bea, 'USDT'), await house.balance(bea, 'QMGT')]).toEqual(['23', '0.075'])
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from rewards where customer = ${ann.id} group by state order by state`.execute(
    house.db,
  )
  expect(rows).toEqual([
    { state: 'Paid', count: 3 },
    { state: 'Reversed', count: 1 },
  ])
  await house.settle()
  for (const asset of ['USDT', 'QMGT', 'USD'] as const) expect(await house.lying(asset)).toBe('0')
  expect(await verdict(house)).toBe('all is right')
  await house.close()
})
