import { randomUUID } from 'node:crypto'
import { openTestWorker } from '@ingot/db/test-jobs'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportCustomer } from '../../customer-data.ts'
import { policy } from '../../policy.ts'
import { insertDebt } from '../debts/store.ts'
import { eraseWithdrawals } from './customer-data.ts'
import { withdrawals } from './feature.ts'
import { withdrawalJobs } from './jobs.ts'
import { createVaultHouse, someAddress } from './test-withdrawals.ts'

let house: Awaited<ReturnType<typeof createVaultHouse>>
let worker: Awaited<ReturnType<typeof openTestWorker>>
beforeAll(async () => {
  house = await createVaultHouse()
  const { db, config, mailer, outbox, log, now } = house
  worker = await openTestWorker(house.databaseUrl, withdrawalJobs({ db, config, mailer, outbox, log, now }))
  await house.addBars('10', 60, '1000')
  await house.addBars('100', 12, '1000')
})
afterAll(async () => {
  await worker.close()
  await house.close()
})

const hours = (count: number) => count * 3600_000
const mailTo = (email: string, subject: string) =>
  house.inbox.findLast((mail) => mail.to === email && mail.subject === subject)

test('grams and fees lie aside from the request on, in one entry, and come back when it is cancelled', async () => {
  const anna = await house.newTaker('anna')
  const [made] = await house.requested(anna, { 10: 2 })
  const fees = 52 + 10 + 25
  const found = await house.read(anna, made?.id ?? '')
  expect(found).toMatchObject({
    ...{ state: 'Requested', parcel: 1, parcels: 1, grams: '20', asset: 'QMGT', mayCancel: true, mayDispute: false },
    ...{ releaseCode: null, tracking: null, document: null, credited: null, movement: null },
    address: { name: 'Augusta Ada King-Noel', city: 'London' },
    history: [{ state: 'Requested' }],
  })
  expect(await house.places(anna, 'QMGT')).toEqual({ available: '980', withdrawing: '20' })
  const { withdrawing } = await house.places(anna, 'USDT')
  expect(withdrawing).toBe(found.fees.total)
  expect(Number(withdrawing)).toBeGreaterThan(fees)
  const { rows } = await sql`select from ledger_entries where kind = 'withdrawal-request'`.execute(house.db)
  expect(rows).toHaveLength(1)
  const { body } = await house.cancel(anna, made?.id ?? '')
  expect(body.data).toMatchObject({ state: 'Cancelled', reason: 'You cancelled it.', mayCancel: false })
  expect(await house.places(anna, 'QMGT')).toEqual({ available: '1000', withdrawing: '0' })
  expect(await house.places(anna, 'USDT')).toEqual({ available: '10000', withdrawing: '0' })
  expect(await house.keptBars()).toBe(0)
  expect((await house.cancel(anna, made?.id ?? '')).body.error.name).toBe('StateChanged')
  expect(await house.activityOf(anna.client)).toEqual(
    expect.arrayContaining(['withdrawal-cancelled', 'withdrawal-requested']),
  )
})

test('PIN and 2FA are asked for, the same request twice is one, and a choice serves once', async () => {
  const tom = await house.newTaker('tom')
  const choice = (await house.choose(tom, { 10: 1 })).body.data.id
  expect((await tom.client.post('/withdrawals', { choice }, { 'idempotency-key': randomUUID() })).status).toBe(403)
  const key = randomUUID()
  const [first, second] = [await house.request(tom, choice, key), await house.request(tom, choice, key)]
  expect(first.status).toBe(200)
  expect(second.body).toEqual(first.body)
  expect((await house.request(tom, choice)).body.error.name).toBe('ChoiceExpired')
  expect(await house.places(tom, 'QMGT')).toEqual({ available: '990', withdrawing: '10' })
  const both = await Promise.all([house.cancel(tom, first.body.data[0].id), house.cancel(tom, first.body.data[0].id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('what is worth more than a parcel may be is several withdrawals of one order, each with its own fees', async () => {
  const zoe = await house.newTaker('zoe')
  const parcels = await house.requested(zoe, { 100: 6 }, { feeAsset: 'USDT' })
  expect(parcels).toMatchObject([
    { parcel: 1, parcels: 2, grams: '400', fees: { handling: '10', carriage: '60' } },
    { parcel: 2, parcels: 2, grams: '200', fees: { handling: '0', carriage: '60' } },
  ])
  expect(new Set(parcels.map(({ order }) => order)).size).toBe(1)
  expect(await house.places(zoe, 'QMGT')).toEqual({ available: '400', withdrawing: '600' })
  // Each of them can be cancelled alone.
  await house.cancel(zoe, parcels[1]?.id ?? '')
  expect(await house.places(zoe, 'QMGT')).toEqual({ available: '600', withdrawing: '400' })
  // The link in the mail cancels all that is left of them.
  await worker.run()
  const mail = mailTo(zoe.email, 'You asked for gold bars')
  expect(mail?.text).toContain('6 × 100 g')
  // Neither name nor address nor serials; the link's own letters may be any.
  for (const secret of [/King-Noel/, /James/, /\bT1\b/]) expect(mail?.text).not.toMatch(secret)
  const token = mail?.text.match(/cancel-withdrawal\/([\w-]+)/)?.[1] ?? ''
  const visitor = house.newClient()
  expect((await visitor.post('/withdrawals/cancel-by-mail', { token: 'x'.repeat(43) })).body.error.name).toBe(
    'LinkInvalid',
  )
  expect((await visitor.post('/withdrawals/cancel-by-mail', { token })).status).toBe(200)
  expect((await visitor.post('/withdrawals/cancel-by-mail', { token })).body.error.name).toBe('LinkInvalid')
  expect(await house.places(zoe, 'QMGT')).toEqual({ available: '1000', withdrawing: '0' })
})

test('fees that are not there, an address that was removed, and a frozen account are refused', async () => {
  const rob = await house.newTaker('rob', { USDT: '20' })
  const choice = (await house.choose(rob, { 10: 1 })).body.data.id
  expect((await house.request(rob, choice)).body.error.name).toBe('BalanceTooLow')
  expect(await house.places(rob, 'QMGT')).toEqual({ available: '1000', withdrawing: '0' })
  await house.give(rob.id, 'USDT', '1000')
  const address = (await house.addAddress(rob)).body.data.id
  await house.pass(hours(policy.withdrawalDates.newAddressHours), rob)
  const there = (await house.choose(rob, { 10: 1 }, { address })).body.data
  expect(there.address).toMatchObject({ id: address, ...someAddress })
  expect((await rob.client.post(`/withdrawals/addresses/${address}/remove`)).status).toBe(200)
  expect((await house.request(rob, there.id)).body.error).toMatchObject({
    name: 'AddressUnready',
    message: 'This address was removed. Please choose another one.',
  })
  const again = (await house.choose(rob, { 10: 1 })).body.data.id
  await rob.client.post('/freeze-outgoing')
  expect((await house.request(rob, again)).body.error.name).toBe('OutgoingFrozen')
  expect((await house.choose(rob, { 10: 1 })).body.error.name).toBe('OutgoingFrozen')
})

test('a part of a holding is given for bars, and comes back to it', async () => {
  const hana = await house.newTaker('hana', { QMGT: '0' })
  const saver = await house.saverOf(hana)
  const { holding } = (await saver.buy('GAE', 'USDT', '3000')).body.data
  expect((await house.choose(hana, { 10: 1 }, { holding })).body.error.name).toBe('GoldTooNew')
  await house.pass(hours(25), hana)
  const source = (await house.offer(hana)).sources.find((each: { asset: string }) => each.asset === 'GAE')
  expect(source).toMatchObject({ holding: { id: holding, product: 'GAE' }, waitingGrams: '0' })
  const stranger = await house.newTaker('stranger')
  expect((await house.choose(stranger, { 10: 1 }, { holding })).body.error.name).toBe('NotFound')
  expect((await house.choose(hana, { 100: 1 }, { holding })).body.error.name).toBe('BalanceTooLow')
  const [made] = await house.requested(hana, { 10: 1 }, { holding })
  expect(made).toMatchObject({ asset: 'GAE', holding, grams: '10' })
  expect((await house.places(hana, 'GAE')).withdrawing).toBe('10')
  await house.cancel(hana, made?.id ?? '')
  expect(await house.places(hana, 'GAE')).toEqual({ available: source.grams, withdrawing: '0' })
})

test('a freeze calls off what is not packed, and removes addresses that are new', async () => {
  const fay = await house.newTaker('fay')
  const [made] = await house.requested(fay, { 10: 1 })
  await house.addAddress(fay)
  expect((await house.offer(fay)).addresses).toHaveLength(2)
  await fay.client.post('/freeze-outgoing')
  await worker.run()
  expect(await house.read(fay, made?.id ?? '')).toMatchObject({ state: 'Cancelled', reason: 'The account was frozen.' })
  expect(await house.places(fay, 'QMGT')).toEqual({ available: '1000', withdrawing: '0' })
  expect((await house.offer(fay)).addresses).toHaveLength(1)
})

test('the clock calls off what a debt stands in the way of, and tells of it', async () => {
  const dan = await house.newTaker('dan')
  const [made] = await house.requested(dan, { 10: 1 })
  await worker.strikeClock()
  expect((await house.read(dan, made?.id ?? '')).state).toBe('Requested')
  const owed = {
    id: randomUUID(),
    customer: dan.id,
    cause: 'remittance',
    subject: randomUUID(),
    units: 1n,
    price: '100',
    cents: 100n,
  } as const
  await inTransaction(house.db, (tx) => insertDebt(tx, { ...owed, at: house.now() }))
  expect((await house.choose(dan, { 10: 1 })).body.error.name).toBe('DebtOpen')
  await worker.strikeClock()
  expect(await house.read(dan, made?.id ?? '')).toMatchObject({ state: 'Refused', reason: 'Something was owed.' })
  await worker.run()
  expect(mailTo(dan.email, 'Your bars were not sent')?.text).toContain('Something was owed.')
})

test('who leaves takes addresses along, cannot leave while bars are under way, and is forgotten where they went', async () => {
  const { db, files, now, kyc } = house
  const desk = { db, files, now, personalData: kyc.personalData, reader: 'test' }
  const lea = await house.newTaker('lea', { QMGT: '10', USDT: '100' })
  await house.addAddress(lea)
  const [made] = await house.requested(lea, { 10: 1 })
  expect(await exportCustomer(desk, 'lea')).toMatchObject({
    deliveryAddresses: [someAddress],
    withdrawals: [{ state: 'Requested', address: { city: 'London', name: 'Augusta Ada King-Noel' } }],
  })
  const [hindrance] =
    (await inTransaction(db, async (tx) => withdrawals.hindrances?.(tx, { id: lea.id } as never))) ?? []
  expect(hindrance?.toOperators('lea')).toContain('lea has a withdrawal of bars under way.')
  await house.cancel(lea, made?.id ?? '')
  const { rows: kept } = await sql`select from withdrawals where customer = ${lea.id} and address is not null`.execute(
    db,
  )
  expect(kept).toHaveLength(1)
  await inTransaction(db, (tx) => eraseWithdrawals(tx, { id: lea.id } as never))
  const { rows: left } = await sql`select from withdrawals where customer = ${lea.id} and address is not null`.execute(
    db,
  )
  expect(left).toEqual([])
})

test('what somebody else has does not exist', async () => {
  const [olga, paul] = [await house.newTaker('olga'), await house.newTaker('paul')]
  const [made] = await house.requested(olga, { 10: 1 })
  const id = made?.id ?? ''
  expect((await paul.client.get(`/withdrawals/${id}`)).status).toBe(404)
  expect((await house.cancel(paul, id)).status).toBe(404)
  expect((await house.dispute(paul, id)).status).toBe(404)
  expect((await paul.client.get('/withdrawals')).body.data).toEqual([])
  expect((await paul.client.get('/withdrawals/not-an-id')).status).toBe(400)
  expect((await house.dispute(olga, id)).body.error.name).toBe('StateChanged')
  const lines = (await olga.client.get('/withdrawals.csv')).raw.toString().trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(',1 of 1,Requested,deliver,QMGT,10,10 g T')
  expect((await olga.client.get('/withdrawals?state=Cancelled')).body.data).toEqual([])
})
