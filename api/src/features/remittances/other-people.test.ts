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

const two = async (names: readonly [string, string]) =>
  [await house.newOperator(names[0], ['Finance']), await house.newOperator(names[1], ['Finance'])] as const

/** Payers whose money is never booked by itself. */
const strangers = [
  { name: 'Peter Jones' },
  { name: 'Jöhn Jönes' },
  { name: 'Smith Peter' },
  { name: 'Peter Jones for John Smith' },
  { name: 'Jones Ltd' },
  { name: 'John Smith c/o Jones' },
  { name: 'John Smith and Mary Jones' },
  { name: 'John Smith', ultimateName: 'Peter Jones' },
  { name: 'John Smith', ultimateName: 'Smith Trading Ltd' },
  { name: 'Peter Jones', ultimateName: 'John Smith' },
  { name: null },
]

test('somebody else’s money is never booked, however it is named', async () => {
  const ann = await house.newRemitter('ann')
  const operators = await two(['finance-a', 'finance-b'])
  for (const payer of strangers) {
    const made = await ann.announce('300')
    await house.credit(house.lineOf({ amount: '300', account: ann.iban, reference: referenceOf(made), ...payer }))
    expect(await house.book()).toMatchObject({ booked: 0 })
    const { state, reason } = await ann.remittance(made.id)
    if (payer.name === null) expect({ state, reason }).toEqual({ state: 'Received', reason: 'name' })
    else {
      expect({ state, reason }).toEqual({ state: 'Held', reason: 'third-party' })
      expect((await house.accept(operators[0], made.id)).body.error.message).toContain('own name')
      expect((await house.byTwo('book-remittance', made.id, operators)).body.error.message).toContain('own name')
    }
    expect(await house.usd.held(ann)).toBe('0')
  }
  expect(Number(await house.usd.suspense())).toBe(300 * strangers.length)
  expect(await house.mailed(ann)).toContain('Your remittance could not be booked yet')
  expect((await ann.read('/dashboard')).body.data.attention[0]).toMatchObject({ kind: 'remittance-held' })
})

test('the own name is the own name with accents, in another order and with a title', async () => {
  const bea = await house.newRemitter('bea')
  await house.giveName(bea.id, 'José', 'Müller')
  await house.named(bea.id)
  for (const name of ['JOSE MULLER', 'Mueller, José', 'Mr. Jose Müller'])
    expect((await bea.remit('300', { name })).made.state).toBe('Booked')
})

test('somebody else’s money goes back after ten days, and the customer is told when the bank has paid it', async () => {
  const cat = await house.newRemitter('cat')
  const made = await cat.announce('300')
  const before = Number(await house.usd.suspense())
  const payer = { name: 'Peter Jones', account: 'NL91ABNA0417164300' }
  await house.credit(house.lineOf({ amount: '300', reference: referenceOf(made), ...payer }))
  await house.goTo('2026-11-11T08:00:00Z')
  await house.endAll()
  expect((await cat.remittance(made.id)).state).toBe('Held')
  await house.goTo('2026-11-12T10:00:00Z')
  await house.endAll()
  expect((await cat.remittance(made.id)).state).toBe('Returning')
  const [payment] = await house.paymentsOf(made.id)
  expect(payment).toMatchObject({ kind: 'return', cents: '30000', state: 'Ready', last_four: '4300' })
  expect(Number(await house.usd.suspense())).toBeLessThanOrEqual(before)
  await house.paid(payment)
  expect(await cat.remittance(made.id)).toMatchObject({ state: 'Returned', reason: 'third-party' })
  expect(await house.mailed(cat)).toContain('Your remittance was sent back')
})

test('a name that is nearly the own one is looked at by an operator, with both names', async () => {
  const dan = await house.newRemitter('dan')
  const fin = await house.newOperator('finance-c', ['Finance'])
  const made = await dan.announce('300')
  const payer = { name: 'Jon Smith', account: dan.iban }
  await house.credit(house.lineOf({ amount: '300', reference: referenceOf(made), ...payer }))
  const waiting = (await house.queueFor(fin)).find(({ id }: { id: string }) => id === `remittance:${made.id}`)
  expect(waiting.facts).toEqual(
    expect.arrayContaining([
      { name: 'Payer', value: 'Jon Smith' },
      { name: 'Verified name', value: 'John Smith' },
    ]),
  )
  expect((await house.accept(fin, made.id)).status).toBe(200)
  expect(await house.usd.held(dan)).toBe('300')
  await house.book()
  expect((await dan.remittance(made.id)).state).toBe('Booked')
})

test('an account that another customer has on record is looked at', async () => {
  const [eva, fay] = [await house.newRemitter('eva'), await house.newRemitter('fay')]
  const { made } = await eva.remit('300', { account: fay.iban })
  expect(made).toMatchObject({ state: 'Received', reason: 'name' })
})

test('a customer asks for it back before it is booked: it goes to where it came from', async () => {
  const gil = await house.newRemitter('gil')
  const made = await gil.announce('6000')
  const sender = { account: 'NL91ABNA0417164300' }
  await house.credit(house.lineOf({ amount: '6000', reference: referenceOf(made), ...sender }))
  expect((await gil.posted(`/remittances/${made.id}/return`)).body.data).toMatchObject({ state: 'Returning' })
  expect((await gil.posted(`/remittances/${made.id}/return`)).body.error.name).toBe('StateChanged')
  expect(await house.usd.held(gil)).toBe('0')
  const [payment] = await house.paymentsOf(made.id)
  await house.cameBack(payment, 599_000n)
  expect(await gil.remittance(made.id)).toMatchObject({ state: 'Held', reason: 'return-failed' })
  expect(await house.usd.held(gil)).toBe('5990')
  const operators = await two(['finance-d', 'finance-e'])
  expect((await house.byTwo('return-remittance', made.id, operators)).body.data.state).toBe('done')
  const payments = await house.paymentsOf(made.id)
  expect(payments.length).toBe(2)
  const again = payments.find(({ id }) => id !== payment?.id)
  expect(again?.approved_by.toSorted()).toEqual(operators.map(({ id }) => id).toSorted())
  await house.paid(again)
  expect((await gil.remittance(made.id)).state).toBe('Returned')
  // Even after it was paid a bank can send it again.
  await house.cameBack(again, 100_000n)
  expect(await gil.remittance(made.id)).toMatchObject({ state: 'Held', reason: 'return-failed' })
  const jo = await house.newRemitter('jolene')
  const booked = await jo.remit('300', sender)
  expect((await jo.posted(`/remittances/${booked.made.id}/return`)).body.error.name).toBe('StateChanged')
})

test('where the bank has not told an account, nothing is sent back blindly', async () => {
  const hans = await house.newRemitter('hans')
  const made = await hans.announce('6000')
  await house.credit(house.lineOf({ amount: '6000', account: null, reference: referenceOf(made) }))
  const asked = await hans.posted(`/remittances/${made.id}/return`)
  expect(asked.body.error).toMatchObject({ name: 'StateChanged' })
  expect(asked.body.error.message).toContain('which account')
})

test('two operators match a line in suspense; somebody else’s money is not booked by that either', async () => {
  const ira = await house.newRemitter('ira')
  const [one, other] = await two(['finance-f', 'finance-g'])
  for (const [name, became] of [
    ['John Smith', { state: 'Booked', reason: null }],
    // As if its reference had named it: whose it is has to be shown, or it goes back.
    ['Peter Jones', { state: 'Held', reason: 'third-party' }],
  ] as const) {
    const made = await ira.announce('7000')
    const line = house.lineOf({ amount: '7000', account: ira.iban, name })
    expect(await house.credit(line)).toBeUndefined()
    await house.toSuspense(line)
    expect(await house.looked(line, made.id)).toMatchObject({ customer: ira.id })
    expect(await house.matched(line, made.id, one, other)).toMatchObject({ subject: made.id })
    await house.book()
    expect(await ira.remittance(made.id)).toMatchObject(became)
  }
})
