import { randomUUID } from 'node:crypto'
import { retriedTransactions } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { createVaultHouse, someAddress, type Taker } from './test-withdrawals.ts'

let house: Awaited<ReturnType<typeof createVaultHouse>>
beforeAll(async () => {
  house = await createVaultHouse()
  await house.addBars('10', 30, '1000')
  await house.addBars('100', 8, '1000')
  await house.addBars('1000', 1, '1000')
})
afterAll(() => house.close())

const minutes = (count: number) => count * 60_000
test('the offer says what can be had, for what, and at which fees', async () => {
  const olga = await house.newTaker('olga')
  const offer = await house.offer(olga)
  expect(offer).toMatchObject({
    handling: '10',
    carriage: [
      { insuredTo: '10000', fee: '25' },
      { insuredTo: '50000', fee: '60' },
    ],
    ...{ insuranceBasisPoints: 25, mostBars: 40, collectDays: 30, choice: null, owed: null, frozenSince: null },
    sources: [{ asset: 'QMGT', holding: null, grams: '1000', waitingGrams: '0' }],
    addresses: [{ id: 'verified', city: 'London', country: 'GB', usableFrom: null, name: 'Augusta Ada King-Noel' }],
  })
  const left = Object.fromEntries(offer.bars.map(({ size, left }: { size: string; left: number }) => [size, left]))
  expect(left).toEqual({ 1: 0, 5: 0, 10: 20, 20: 0, 50: 0, 100: 8, 1000: 1 })
})

test('choosing keeps bars with every figure to the cent, and choosing anew gives the earlier ones up', async () => {
  const cara = await house.newTaker('cara')
  const { status, body } = await house.choose(cara, { 10: 2 })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    ...{ way: 'deliver', asset: 'QMGT', holding: null, grams: '20', feeAsset: 'USDT' },
    address: { id: 'verified' },
    fees: { making: '52', handling: '10', carriage: '25' },
  })
  expect(body.data.parcels).toHaveLength(1)
  const { fees, sellInstead, parcels } = body.data
  expect(Number(fees.making) + Number(fees.handling) + Number(fees.carriage) + Number(fees.insurance)).toBeCloseTo(
    Number(fees.total),
    8,
  )
  expect(Number(sellInstead.receive)).toBeLessThan(Number(parcels[0].insured))
  expect(Number(sellInstead.gross) - Number(sellInstead.fee)).toBeCloseTo(Number(sellInstead.receive), 8)
  expect(await house.keptBars()).toBe(2)
  const again = await house.choose(cara, { 10: 1 })
  expect(again.status).toBe(200)
  expect(await house.keptBars()).toBe(1)
  expect((await house.offer(cara)).choice).toMatchObject({
    id: again.body.data.id,
    grams: '10',
    price: again.body.data.price,
  })
  // What cannot be had leaves what was kept.
  expect((await house.choose(cara, { 10: 1, 50: 1 })).body.error).toMatchObject({
    name: 'BarsGone',
    details: { sizes: ['50'] },
  })
  expect((await house.offer(cara)).choice.id).toBe(again.body.data.id)
  const release = () => cara.client.post(`/withdrawals/choices/${again.body.data.id}/release`)
  expect((await release()).status).toBe(200)
  expect((await release()).body.error.name).toBe('StateChanged')
  expect(await house.keptBars()).toBe(0)
})

test('what is refused is refused by its own name', async () => {
  const rita = await house.newTaker('rita', { QMGT: '15' })
  const named = async (bars: Parameters<typeof house.choose>[1], more: object = {}) =>
    (await house.choose(rita, bars, more)).body.error?.name
  expect(await named({ 10: 2 })).toBe('BalanceTooLow')
  expect(await named({ 10: 20, 100: 20, 5: 1 })).toBe('TooManyBars')
  expect(await named({ 5: 1 })).toBe('BarsGone')
  expect(await named({ 10: 1 }, { address: randomUUID() })).toBe('NotFound')
  expect(await named({ 10: 1 }, { holding: randomUUID() })).toBe('NotFound')
  expect(await named({ 10: 0 })).toBe('InvalidInput')
  await house.giveGold(rita.id, '1000')
  expect(await named({ 1000: 1 })).toBe('BarNotDeliverable')
  expect((await house.choose(rita, { 1000: 1 }, { way: 'collect' })).body.data).toMatchObject({
    address: null,
    fees: { making: '700', handling: '10', carriage: '0', insurance: '0', total: '710' },
  })
  await rita.client.post(`/withdrawals/choices/${(await house.offer(rita)).choice.id}/release`)
})

test('gold that was bought today waits, whether as QMGT or in a holding', async () => {
  const nina = await house.newTaker('nina', { QMGT: '5' })
  await house.give(nina.id, 'QMGT', '10')
  expect((await house.offer(nina)).sources).toMatchObject([{ grams: '5', waitingGrams: '10' }])
  expect((await house.choose(nina, { 10: 1 })).body.error.name).toBe('GoldTooNew')
  // The books go by the database's clock.
  await house.pass(Math.max(0, Date.now() - house.now().getTime()) + 25 * minutes(60), nina)
  expect((await house.choose(nina, { 10: 1 })).status).toBe(200)
  await house.give(nina.id, 'USDT', '5000')
  const saver = await house.newSaver('nils', { USDT: '5000' })
  expect((await saver.buy('GAE', 'USDT', '3000')).status).toBe(200)
  const [waiting] = (await saver.client.get('/withdrawals/offer')).body.data.sources.slice(1)
  expect(waiting).toMatchObject({ asset: 'GAE', grams: '0', holding: { product: 'GAE' } })
})

test('two want the last bar: one gets it, and after half an hour anybody may', async () => {
  const [tim, tom] = [await house.newTaker('tim'), await house.newTaker('tom')]
  const seven = await house.newTaker('seven')
  expect((await house.choose(seven, { 100: 7 })).status).toBe(200)
  const answers = await Promise.all([house.choose(tim, { 100: 1 }), house.choose(tom, { 100: 1 })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const [winner, loser] = answers[0]?.status === 200 ? [tim, tom] : [tom, tim]
  const { id } = (await house.offer(winner)).choice
  await house.pass(minutes(policy.withdrawalDates.choiceMinutes), winner, loser)
  expect((await house.offer(winner)).choice).toBeNull()
  expect((await house.choose(loser, { 100: 8 })).status).toBe(200)
  expect((await house.request(winner, id)).body.error.name).toBe('ChoiceExpired')
  await loser.client.post(`/withdrawals/choices/${(await house.offer(loser)).choice.id}/release`)
})

test('a customer cannot keep choosing, and what somebody else has does not exist', async () => {
  const [max, eve] = [await house.newTaker('max'), await house.newTaker('eve')]
  const { id } = (await house.choose(max, { 10: 1 })).body.data
  expect((await eve.client.post(`/withdrawals/choices/${id}/release`)).status).toBe(404)
  expect((await house.request(eve, id)).status).toBe(404)
  for (let count = 1; count < policy.withdrawalDates.choicesPerHour; count++) await house.choose(max, { 10: 1 })
  expect((await house.choose(max, { 10: 1 })).body.error.name).toBe('TooManyTries')
  expect((await eve.client.post(`/withdrawals/choices/not-an-id/release`)).status).toBe(400)
  await house.pass(minutes(61))
})

test('many at once: no bar is kept twice, and nobody waits for ever', async () => {
  const retried = retriedTransactions()
  const takers = await Promise.all(Array.from({ length: 12 }, (_, index) => house.newTaker(`many${index}`)))
  const answers = await Promise.all(
    Array.from({ length: 180 }, (_, index) =>
      house.choose(takers[index % takers.length] as Taker, { 10: 1 + (index % 5) }),
    ),
  )
  // A slow machine tells some of them to come again.
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].filter((status) => ![409, 429, 503].includes(status))).toEqual([200])
  const { rows } = await sql<{ kept: number; open: number }>`
    select (select count(*)::int from bar_reservations where until > ${house.now()}) as kept,
      (select coalesce(sum(jsonb_array_length(p -> 'bars')), 0)::int from withdrawal_choices c, jsonb_array_elements(c.figures -> 'parcels') p
        where c.order_id is null and c.released_at is null and c.until > ${house.now()}) as open`.execute(house.db)
  expect(rows[0]?.kept).toBe(rows[0]?.open)
  expect(rows[0]?.kept).toBeLessThanOrEqual(30)
  // All at once take over what the others let go by, and give up their own.
  await house.pass(minutes(policy.withdrawalDates.choiceMinutes), ...takers)
  const over = await Promise.all(takers.map((taker, index) => house.choose(taker, { 10: 1 + (index % 4) })))
  for (const { status } of over) expect([200, 409, 429]).toContain(status)
  expect(retriedTransactions()).toBe(retried)
}, 60_000)

test('an address is usable after 48 hours, is nobody else’s, and there are ten at most', async () => {
  const [ada, ben] = [await house.newTaker('ada'), await house.newTaker('ben')]
  const bare = await ada.client.post('/withdrawals/addresses', someAddress, { 'idempotency-key': randomUUID() })
  expect(bare.status).toBe(403)
  const added = await house.addAddress(ada)
  expect(added.body.data).toMatchObject(someAddress)
  const address = added.body.data.id
  expect((await house.choose(ada, { 10: 1 }, { address })).body.error.name).toBe('AddressUnready')
  expect((await house.choose(ben, { 10: 1 }, { address })).body.error.name).toBe('NotFound')
  expect((await ben.client.post(`/withdrawals/addresses/${address}/remove`)).status).toBe(404)
  const { rows } = await sql<{ text: string }>`select encode(sealed, 'escape') as text from delivery_addresses`.execute(
    house.db,
  )
  expect(JSON.stringify(rows)).not.toContain('Harbour')
  for (let count = 1; count < policy.withdrawalDates.addressesMost; count++) await house.addAddress(ada)
  expect((await house.addAddress(ada)).body.error.name).toBe('AddressesFull')
  expect((await house.addAddress(ada, { ...someAddress, street: 'x' })).status).toBe(400)
  expect((await house.addAddress(ada, { ...someAddress, country: 'ZZ' })).status).toBe(400)
})
