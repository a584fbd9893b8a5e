import type { Remittance } from '@ingot/endpoints/bank-fields'
import type { Waiting } from '@ingot/endpoints/desk'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createRemitHouse, type RemitHouse, referenceOf } from './test-remittances.ts'

let house: RemitHouse
beforeAll(async () => {
  house = await createRemitHouse()
})
afterAll(() => house.close())
afterEach(async () => {
  expect(await house.verify()).toBeUndefined()
})

test('a remittance is announced with instructions, comes, and is booked as GCA with a note', async () => {
  const ann = await house.newRemitter('ann')
  const made = await ann.announce('1000')
  expect(made).toMatchObject({
    state: 'Announced',
    announced: '1000',
    instructions: { holder: 'Ingot Savings Ltd', bic: 'WESTGB22XXX', currency: 'USD', amount: '1000' },
    mayCancel: true,
    mayReturn: false,
  })
  const reference = referenceOf(made)
  expect(reference).toMatch(/^RF[0-9]{18}$/)
  expect(made.instructions?.qr).toContain(reference)
  const line = house.lineOf({ amount: '1000', account: ann.iban, text: `thank you ${made.instructions?.reference}` })
  expect(await house.credit(line)).toMatchObject({ customer: ann.id, subject: made.id })
  expect(await house.usd.held(ann)).toBe('1000')
  expect(await ann.remittance(made.id)).toMatchObject({ state: 'Received', mayReturn: true, instructions: null })
  expect(await house.book()).toMatchObject({ booked: 1, failed: 0 })
  const booked = await ann.remittance(made.id)
  // 1,000 less 5 at 100.5 a gram.
  expect(booked).toMatchObject({
    state: 'Booked',
    arrived: '1000',
    booked: { grams: '9.900497512437810945', price: '100.5', fee: '5', movement: { type: 'remittance' } },
  })
  expect(booked.history.map(({ state }) => state)).toEqual(['Announced', 'Received', 'Booked'])
  const holding = await ann.holding(booked.booked?.holding ?? '')
  expect(holding).toMatchObject({
    product: 'GCA',
    units: '9.900497512437810945',
    cost: '1000',
    bookingValue: '995',
    paid: { asset: 'USD', amount: '1000' },
    fee: { asset: 'USD', amount: '5' },
  })
  expect(await house.usd.held(ann)).toBe('0')
  expect(await house.mailed(ann)).toContain('Your remittance is booked')
  // Once, whatever runs again.
  expect(await house.book()).toMatchObject({ booked: 0 })
  expect(await house.credit(line)).toMatchObject({ subject: made.id })
  const movements = (await ann.read('/movements')).body.data
  expect(movements.slice(0, 2)).toMatchObject([
    { type: 'remittance', incoming: [{ asset: 'GCA' }], outgoing: [{ asset: 'USD', amount: '1000' }] },
    { type: 'remittance-in', incoming: [{ asset: 'USD', amount: '1000' }] },
  ])
})

test('what cannot be announced is refused in words, and at most five wait at a time', async () => {
  const bob = await house.newRemitter('bob')
  const { account } = bob
  const refused = async (body: object) => (await bob.posted('/remittances', body)).body.error?.name
  expect(await refused({ amount: '99.99', account })).toBe('RemittanceTooSmall')
  expect(await refused({ amount: '100000.01', account })).toBe('RemittanceTooLarge')
  expect(await refused({ amount: '100.001', account })).toBe('InvalidInput')
  const carl = await house.newRemitter('carl')
  expect(await refused({ amount: '100', account: carl.account })).toBe('NotFound')
  const pending = await house.addAccount(bob.id, house.newIban(), 'Pending')
  expect(await refused({ amount: '100', account: pending })).toBe('BankAccountUnready')
  expect(await refused({ amount: '100', account, slip: account })).toBe('UploadMissing')
  for (let count = 0; count < 4; count++) await bob.announce('100')
  const last = await Promise.all(
    Array.from({ length: 5 }, () => bob.posted('/remittances', { amount: '100', account })),
  )
  expect(last.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect((await bob.read('/remittances/rules?amount=1000')).body.data).toMatchObject({
    ...{ least: '100', most: '100000', feeBasisPoints: 50, workingDays: 10, bySelf: '5000', open: 5, mostOpen: 5 },
    estimate: { amount: '1000', fee: '5', price: '100.5', grams: '9.900497512437810945' },
  })
})

test('somebody else’s remittance is not there', async () => {
  const [dora, eve] = [await house.newRemitter('dora'), await house.newRemitter('eve')]
  const { id } = await dora.announce('500')
  expect((await eve.read(`/remittances/${id}`)).status).toBe(404)
  for (const path of ['cancel', 'return']) expect((await eve.posted(`/remittances/${id}/${path}`)).status).toBe(404)
  expect((await eve.posted(`/remittances/${id}/slip`, { upload: id })).status).toBe(404)
  expect((await eve.read('/remittances')).body.data).toEqual([])
  expect((await eve.read('/remittances.csv')).raw.toString()).not.toContain('500')
  expect((await dora.read('/remittances.csv')).raw.toString()).toContain('Announced')
})

test('a cancelled one and one that is late count all the same when money comes', async () => {
  const fred = await house.newRemitter('fred')
  const [one, other] = [await fred.announce('200'), await fred.announce('300')]
  expect((await fred.posted(`/remittances/${one.id}/cancel`)).body.data).toMatchObject({ state: 'Cancelled' })
  expect((await fred.posted(`/remittances/${one.id}/cancel`)).body.error.name).toBe('StateChanged')
  await house.goTo('2026-11-13T09:00:00Z')
  await house.endAll()
  expect((await fred.remittance(other.id)).state).toBe('Announced')
  // Ten working days after Monday, 2 November.
  await house.goTo('2026-11-16T09:30:00Z')
  await house.endAll()
  expect(await fred.remittance(other.id)).toMatchObject({ state: 'Expired', reason: 'late' })
  expect(await house.mailed(fred)).toContain('Your remittance has not come')
  for (const { instructions } of [one, other])
    await house.credit(house.lineOf({ amount: '250', account: fred.iban, reference: instructions?.reference ?? '' }))
  expect(await house.book()).toMatchObject({ booked: 2 })
  expect((await fred.remittance(one.id)).history.map(({ state }) => state)).toEqual([
    ...['Announced', 'Cancelled', 'Received', 'Booked'],
  ])
  expect(await fred.remittance(other.id)).toMatchObject({ state: 'Booked', arrived: '250', announced: '300' })
})

test('a reference that is used again makes a remittance that names the first', async () => {
  const gina = await house.newRemitter('gina')
  const { made, line } = await gina.remit('400')
  const again = house.lineOf({ amount: '400', account: gina.iban, reference: line.reference })
  const taken = await house.credit(again)
  expect(taken?.subject).not.toBe(made.id)
  await house.book()
  expect(await gina.remittance(taken?.subject ?? '')).toMatchObject({
    ...{ state: 'Booked', follows: made.id, announced: null, arrived: '400', instructions: null },
  })
  expect((await gina.holdings('?product=GCA')).length).toBe(2)
})

test('without a reference, or with a wrong one, it is nobody’s; a verified account with one announcement is proposed', async () => {
  const hal = await house.newRemitter('hal')
  const made = await hal.announce('400')
  const reference = referenceOf(made)
  const wrong = `${reference.slice(0, -1)}${(Number(reference.at(-1)) + 1) % 10}`
  for (const given of [{ reference: null }, { reference: wrong }, { text: reference.slice(0, 12) }]) {
    const line = house.lineOf({ amount: '400', account: hal.iban, ...given })
    expect(await house.credit(line)).toBeUndefined()
    expect(await house.part?.proposals?.(house.db, line)).toMatchObject([{ remittance: made.id, customer: hal.id }])
  }
  const other = await hal.announce('500')
  const both = house.lineOf({ amount: '400', text: `${reference} ${referenceOf(other)}` })
  expect(await house.credit(both)).toBeUndefined()
  expect(await house.part?.proposals?.(house.db, house.lineOf({ amount: '400', account: hal.iban }))).toEqual([])
})

test('what is far from what was announced, or less than the least, is for an operator; one lets it be booked', async () => {
  const ida = await house.newRemitter('ida')
  const fin = await house.newOperator('fin-one', ['Finance'])
  const made: Remittance[] = []
  for (const amount of ['99.99', '199.99', '800.01']) {
    const announced = await ida.announce('400')
    made.push(announced)
    await house.credit(house.lineOf({ amount, account: ida.iban, reference: referenceOf(announced) }))
  }
  expect(await house.book()).toMatchObject({ booked: 0 })
  for (const { id } of made) expect(await ida.remittance(id)).toMatchObject({ state: 'Received', reason: 'amount' })
  const queue: Waiting[] = await house.queueFor(fin)
  const waiting = queue.find(({ id }) => id === `remittance:${made[0]?.id}`)
  expect(waiting).toMatchObject({ title: '99.99 USD by bank', state: 'Received' })
  expect(waiting?.choices.map(({ action }) => action)).toEqual([
    ...['accept-remittance', 'book-remittance', 'return-remittance'],
  ])
  for (const { id } of made) expect((await house.accept(fin, id)).status).toBe(200)
  expect((await house.accept(fin, made[0]?.id ?? '')).status).toBe(409)
  expect(await house.book()).toMatchObject({ booked: 3 })
  for (const { id } of made) expect((await ida.remittance(id)).state).toBe('Booked')
})

test('half and twice are booked by themselves', async () => {
  const jan = await house.newRemitter('jan')
  for (const amount of ['200', '800']) {
    const made = await jan.announce('400')
    await house.credit(house.lineOf({ amount, account: jan.iban, reference: referenceOf(made) }))
    await house.book()
    expect((await jan.remittance(made.id)).state).toBe('Booked')
  }
})

test('up to 5,000 in 24 hours by itself, to 10,000 with one operator, above with two', async () => {
  const kim = await house.newRemitter('kim')
  const [one, two] = [
    await house.newOperator('fin-two', ['Finance']),
    await house.newOperator('fin-three', ['Finance']),
  ]
  const first = await kim.remit('5000')
  expect(first.made.state).toBe('Booked')
  const second = await kim.remit('100')
  expect(second.made).toMatchObject({ state: 'Received', reason: 'size' })
  expect((await house.accept(one, second.made.id)).status).toBe(200)
  const third = await kim.remit('6000')
  expect((await house.accept(one, third.made.id)).body.error.message).toContain('second operator')
  const asked = await house.askedBy(one, { action: 'book-remittance', thing: `remittance:${third.made.id}` })
  expect((await house.decide(one, 'approve', asked)).status).toBe(403)
  await house.book()
  expect((await kim.remittance(third.made.id)).state).toBe('Received')
  expect((await house.decide(two, 'approve', asked)).body.data.state).toBe('done')
  await house.book()
  expect((await kim.remittance(third.made.id)).state).toBe('Booked')
  expect((await kim.remittance(second.made.id)).state).toBe('Booked')
})

test('while the market is shut or there is no price it stays received, and is booked when there is one', async () => {
  const liz = await house.newRemitter('liz')
  await house.goTo('2026-11-21T12:00:00Z')
  const { made } = await liz.remit('300')
  expect(made).toMatchObject({ state: 'Received', reason: 'market-shut' })
  house.passTime(2 * 24 * 3600_000)
  await house.book()
  expect(await liz.remittance(made.id)).toMatchObject({ state: 'Received', reason: 'price' })
  await house.goTo('2026-11-23T12:30:00Z')
  await house.book()
  expect((await liz.remittance(made.id)).state).toBe('Booked')
})

test('without free gold it is held with an alarm, and operators let it be booked', async () => {
  const mia = await house.newRemitter('mia')
  const fin = await house.newOperator('fin-four', ['Finance'])
  await house.withoutGold(async () => {
    const short = await mia.remit('300')
    expect(short.made).toMatchObject({ state: 'Held', reason: 'no-gold' })
    expect(await house.mailed(mia)).toContain('Your remittance could not be booked yet')
    expect((await house.queueFor(fin)).at(-1)).toMatchObject({ id: `remittance:${short.made.id}`, state: 'Held' })
  })
  const [held] = (await mia.read('/remittances?state=Held')).body.data
  expect((await house.accept(fin, held.id)).status).toBe(200)
  await house.book()
  expect((await mia.remittance(held.id)).state).toBe('Booked')
})

test('beyond the day’s limit it waits for the next day', async () => {
  const ned = await house.newRemitter('ned', { USDT: '99800' })
  await ned.buy('GAE', 'USDT', '99800')
  const { made } = await ned.remit('300')
  expect(made).toMatchObject({ state: 'Received', reason: 'day-limit' })
  await house.goTo('2026-11-24T00:10:00Z')
  await house.book()
  expect((await ned.remittance(made.id)).state).toBe('Booked')
})

test('whoever is no longer verified has it held', async () => {
  const olga = await house.newRemitter('olga')
  const made = await olga.announce('300')
  await house.unverify(olga.id)
  await house.credit(house.lineOf({ amount: '300', account: olga.iban, reference: referenceOf(made) }))
  expect(await house.book()).toMatchObject({ booked: 0 })
  const [row] = (await olga.read('/remittances')).body.data
  expect(row).toMatchObject({ state: 'Held', reason: 'verification' })
})

test('another currency is held', async () => {
  const pam = await house.newRemitter('pam')
  const made = await pam.announce('300')
  const line = { amount: '300', currency: 'EUR', account: pam.iban, reference: referenceOf(made) }
  await house.credit(house.lineOf(line))
  expect(await pam.remittance(made.id)).toMatchObject({ state: 'Held', reason: 'currency' })
})

test('the same line ten times at once is one remittance', async () => {
  const quin = await house.newRemitter('quin')
  const made = await quin.announce('300')
  const line = house.lineOf({ amount: '300', account: quin.iban, reference: referenceOf(made) })
  const taken = await Promise.all(Array.from({ length: 10 }, () => house.credit(line)))
  expect(new Set(taken.map((each) => each?.subject))).toEqual(new Set([made.id]))
  await Promise.all(Array.from({ length: 5 }, () => house.book()))
  expect(await quin.remittance(made.id)).toMatchObject({ state: 'Booked', arrived: '300' })
  expect((await quin.holdings('?product=GCA')).length).toBe(1)
})

test('a first remittance in the own name proves an account that waits for it', async () => {
  const rob = await house.newRemitter('rob')
  const iban = house.newIban()
  const pending = await house.addAccount(rob.id, iban, 'Pending')
  await rob.remit('300', { account: iban })
  const { accounts } = (await rob.read('/bank-accounts')).body.data
  expect(accounts.find(({ id }: { id: string }) => id === pending)).toMatchObject({ state: 'Verified' })
})
