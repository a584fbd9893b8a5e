import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { estateThing } from '@ingot/endpoints/estate-desk'
import { vetoEstate } from '@ingot/endpoints/estates'
import { makePlan } from '@ingot/endpoints/plans'
import { transferUsdt } from '@ingot/endpoints/wallet'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../bind.ts'
import { grant } from '../identity/step-up.ts'
import { day, formOf, goodPassword, goodPin, hour, minute } from '../identity/test-people.ts'
import { someAddress } from '../wallet/test-wallet.ts'
import { estatesOf } from './estates.ts'
import { renewOne } from './renewing.ts'
import { createEstateDesk, type Owner } from './test-estate-desk.ts'

let desk: Awaited<ReturnType<typeof createEstateDesk>>
beforeAll(async () => {
  desk = await createEstateDesk()
}, 60_000)
afterAll(() => desk.close())

/** As if PIN and 2FA had just been given for this call. */
const proven = async ({ client }: Pick<Owner, 'client'>, call: Endpoint, body: object = {}) => {
  const [key, session] = [randomUUID(), desk.identity.tokens.session.read(client.state.jwt)?.sid ?? '']
  const aim = await aimOf(call, key, { body })
  await inTransaction(desk.db, async (tx) => {
    for (const factor of ['pin', '2fa'] as const) await grant(tx, desk.identity, { session } as Person, aim, factor)
  })
  return client.post(call.path, body, { 'idempotency-key': key })
}

const isFrozen = async ({ id }: Pick<Owner, 'id'>) => {
  const { rows } = await sql<{ frozen_by_us: boolean }>`
    select frozen_by_us from wallet_senders where customer = ${id} and frozen_at is not null`.execute(desk.db)
  return rows[0]?.frozen_by_us ?? null
}
const plansOf = async ({ id }: Pick<Owner, 'id'>) => {
  const { rows } = await sql<{ state: string; reason: string | null }>`
    select state, reason from plans where customer = ${id} order by number`.execute(desk.db)
  return rows
}
const plan = { product: 'GAE', payWith: 'USDT', amount: '20', every: 'week', on: 3, zone: 'UTC' }

const checked = async (username: string) => {
  const owner = await desk.newOwner(username)
  expect(await proven(owner, makePlan, plan)).toMatchObject({ status: 200 })
  const id = await desk.report(owner)
  await desk.sure(desk.check(owner, id))
  await desk.runEstates()
  return { owner, id }
}
const vetoToken = async ({ email }: Owner) => {
  await desk.runEstates()
  const mail = desk.inbox.findLast(({ to, text }) => to === email && text.includes('/still-here/'))
  return mail?.text.match(/still-here\/([\w-]+)/)?.[1] ?? ''
}
const byMail = (token: string, pin = goodPin) => desk.newClient().post('/estates/veto', { token, pin })

/** As the security page does it. While 2FA is off the others ask for no code. */
const turnOff = async (owner: Owner) => {
  desk.nextCode()
  const off = await owner.client.post('/mfa/disable', { password: goodPassword, inputCode: owner.code() })
  expect(off.status).toBe(200)
}
const turnOn = async (owner: Owner) => {
  owner.code = (await desk.enrol(owner.client)).code
}
const changePin = async ({ client }: Owner) =>
  expect((await client.post('/change-pin', formOf({ password: goodPassword, changePin: '519374' }))).status).toBe(200)
const changePassword = async ({ client }: Owner) => {
  const twice = { password: 'green lantern sings low', passwordConfirmation: 'green lantern sings low' }
  const changed = await client.post('/auth/local/change-password', { currentPassword: goodPassword, ...twice })
  expect(changed.status).toBe(200)
}

test('checking freezes, pauses plans, and asks the owner, who sees it', async () => {
  const { owner, id } = await checked('ada')
  expect(await isFrozen(owner)).toBe(true)
  expect(await plansOf(owner)).toEqual([{ state: 'Paused', reason: 'estate' }])
  expect((await owner.client.get('/estates/own')).body.data).toMatchObject({
    ...{ open: { state: 'Checking', waitingUntil: null }, renewal: null },
  })
  expect(await desk.subjectsTo(owner.email)).toContain('Somebody told us that you have died')
  expect(await desk.activityOf(owner.client)).toEqual(expect.arrayContaining(['estate-checked']))
  const lifted = await desk.ask(desk.officer, { action: 'lift-freeze', thing: owner.id })
  expect(lifted.body.error).toMatchObject({ name: 'StateChanged', message: expect.stringContaining('has died') })
  await desk.sure(desk.refuse(id))
  expect(await isFrozen(owner)).toBeNull()
  expect(await plansOf(owner)).toEqual([{ state: 'Active', reason: null }])
  await desk.runEstates()
  expect(await desk.subjectsTo(owner.email)).toContain('The report that you have died was refused')
})

test('a freeze of the customer’s own stays his when the report is refused, and one of ours stays ours', async () => {
  const own = await desk.newOwner('ownfreeze')
  await own.client.post('/freeze-outgoing')
  desk.passTime(minute)
  const id = await desk.report(own)
  await desk.sure(desk.check(own, id))
  expect(await isFrozen(own)).toBe(true)
  await desk.sure(desk.refuse(id))
  expect(await isFrozen(own)).toBe(false)
  await sql`update wallet_senders set frozen_by_us = true where customer = ${own.id}`.execute(desk.db)
  const again = await desk.report(own)
  await desk.sure(desk.check(own, again))
  await desk.sure(desk.refuse(again))
  expect(await isFrozen(own)).toBe(true)
})

test('a freeze that the owner asks for while we look into it is his own once the report is refused', async () => {
  const { owner, id } = await checked('ellen')
  for (let times = 0; times < 2; times++) expect((await owner.client.post('/freeze-outgoing')).status).toBe(200)
  expect(await isFrozen(owner)).toBe(true)
  expect((await desk.activityOf(owner.client)).filter((kind) => kind === 'outgoing-frozen')).toHaveLength(1)
  await desk.sure(desk.refuse(id))
  expect(await isFrozen(owner)).toBe(false)
  desk.nextCode()
  const proof = { password: goodPassword, inputCode: owner.code() }
  expect((await owner.client.post('/unfreeze-outgoing', proof)).status).toBe(200)
  expect(await isFrozen(owner)).toBeNull()
  // That it was wished once is not remembered: the next report leaves nothing behind.
  const again = await desk.report(owner)
  await desk.sure(desk.check(owner, again))
  await desk.sure(desk.refuse(again))
  expect(await isFrozen(owner)).toBeNull()
})

test('while a report is only told, what is sent leaves', async () => {
  const [owner, other] = [await desk.newOwner('sender'), await desk.newOwner('receiver')]
  await sql`
    insert into wallet_addresses (customer, address, recorded_at)
    values (${other.id}, ${someAddress('receiver')}, ${desk.now()})`.execute(desk.db)
  await desk.report(owner)
  const sent = await proven(owner, transferUsdt, { receiver: other.username, amount: '10' })
  expect(sent.body.error).toBeUndefined()
  expect(await desk.balance(other, 'USDT')).toBe('1010')
})

test('a veto in a session needs PIN and 2FA, ends the other sessions, and is done once', async () => {
  const { owner, id } = await checked('bea')
  desk.nextCode()
  const elsewhere = await desk.signInAgain('bea', owner.code)
  const bare = await owner.client.post('/estates/own/veto', {}, { 'idempotency-key': randomUUID() })
  expect(bare.body.error.name).toBe('StepUpRequired')
  expect((await proven(owner, vetoEstate)).body).toEqual({ data: { done: true } })
  expect((await desk.read(id)).state).toBe('Vetoed')
  expect((await elsewhere.get('/estates/own')).status).toBe(401)
  expect((await owner.client.get('/estates/own')).body.data).toMatchObject({
    open: null,
    renewal: { password: false, pin: false, twoFactor: false },
  })
  expect((await proven(owner, vetoEstate)).body.error.name).toBe('NotFound')
  expect((await desk.refuse(id)).body.error.name).toBe('StateChanged')
})

test('after a veto the account stays frozen until password, PIN and 2FA are all renewed; then plans run again', async () => {
  const { owner } = await checked('cleo')
  expect((await proven(owner, vetoEstate)).status).toBe(200)
  desk.passTime(minute)
  const dueStill = async (renewed: object) => {
    await desk.strikeEstates()
    expect(await isFrozen(owner)).toBe(true)
    expect((await owner.client.get('/estates/own')).body.data.renewal).toMatchObject(renewed)
  }
  const lifted = await desk.ask(desk.officer, { action: 'lift-freeze', thing: owner.id })
  expect(lifted.body.error.message).toContain('renew password, PIN and 2FA')
  await dueStill({ password: false, pin: false, twoFactor: false })
  await turnOff(owner)
  await dueStill({ password: false, pin: false, twoFactor: false })
  await changePin(owner)
  await dueStill({ password: false, pin: true, twoFactor: false })
  await turnOn(owner)
  await dueStill({ password: false, pin: true, twoFactor: true })
  await turnOff(owner)
  await changePassword(owner)
  // What was set up and taken off again is not there.
  await dueStill({ password: true, pin: true, twoFactor: false })
  expect(await plansOf(owner)).toEqual([{ state: 'Paused', reason: 'estate' }])
  await turnOn(owner)
  await desk.strikeEstates()
  expect(await isFrozen(owner)).toBeNull()
  expect(await plansOf(owner)).toEqual([{ state: 'Active', reason: null }])
  expect((await owner.client.get('/estates/own')).body.data).toEqual({ open: null, renewal: null })
  await desk.runEstates()
  expect(await desk.subjectsTo(owner.email)).toContain('Your password, PIN and 2FA are renewed')
})

test('what was renewed after a veto opens nothing that a new report has stopped meanwhile', async () => {
  const { owner, id } = await checked('carla')
  expect((await proven(owner, vetoEstate)).status).toBe(200)
  desk.passTime(minute)
  await turnOff(owner)
  await changePin(owner)
  await changePassword(owner)
  await turnOn(owner)
  // The clock has found that all is renewed, and comes a moment after an operator.
  const again = await desk.report(owner)
  await desk.sure(desk.check(owner, again))
  await renewOne(estatesOf(desk), { id, customer: owner.id })
  expect(await isFrozen(owner)).toBe(true)
  expect(await plansOf(owner)).toEqual([{ state: 'Paused', reason: 'estate' }])
  await desk.sure(desk.refuse(again))
  await desk.strikeEstates()
  expect(await isFrozen(owner)).toBeNull()
  expect(await plansOf(owner)).toEqual([{ state: 'Active', reason: null }])
})

test('what was renewed before the veto does not count', async () => {
  const { owner } = await checked('dora')
  await turnOff(owner)
  await turnOn(owner)
  desk.passTime(minute)
  expect((await proven(owner, vetoEstate)).status).toBe(200)
  expect((await owner.client.get('/estates/own')).body.data.renewal).toMatchObject({ twoFactor: false })
  desk.passTime(minute)
  await turnOff(owner)
  await changePassword(owner)
  await turnOn(owner)
  await desk.strikeEstates()
  expect(await isFrozen(owner)).toBe(true)
})

test('a veto by mail takes the PIN: wrong ones leave the link and lock as everywhere', async () => {
  const { owner, id } = await checked('edda')
  const token = await vetoToken(owner)
  expect((await byMail('A'.repeat(43))).body.error.name).toBe('LinkInvalid')
  for (let tries = 0; tries < 4; tries++) expect((await byMail(token, '111222')).body.error.name).toBe('PinIncorrect')
  expect((await byMail(token, '111222')).body.error.name).toBe('TooManyTries')
  expect((await byMail(token)).body.error.name).toBe('TooManyTries')
  expect((await desk.read(id)).state).toBe('Checking')
  expect(await desk.activityOf(owner.client)).toContain('pin-refused')
  await desk.pass(25 * hour)
  expect((await byMail(token)).body).toEqual({ data: { done: true } })
  expect((await desk.read(id)).state).toBe('Vetoed')
  expect((await owner.client.get('/estates/own')).status).toBe(401)
  expect((await byMail(token)).body.error.name).toBe('LinkInvalid')
})

test('a link of an estate that was refused meanwhile stops nothing', async () => {
  const { owner, id } = await checked('fay')
  const token = await vetoToken(owner)
  await desk.sure(desk.refuse(id))
  expect((await byMail(token)).body.error.name).toBe('StateChanged')
  expect((await proven(owner, vetoEstate)).body.error.name).toBe('NotFound')
})

test('a report that was only told is nobody’s to veto, and one that was approved or distributed cannot be vetoed any more', async () => {
  const told = await desk.newOwner('greta')
  await desk.report(told)
  expect((await proven(told, vetoEstate)).body.error.name).toBe('NotFound')

  const owner = await desk.newOwner('gerda', { USDT: '0' })
  await desk.nominate(owner)
  await desk.pass(3 * day)
  const id = await desk.waited(owner)
  const token = await vetoToken(owner)
  await desk.sure(desk.askForPapers(id))
  await desk.acceptAll(id)
  await desk.sure(desk.decideTogether('approve-estate', estateThing(id)))
  for (const state of ['Approved', 'Distributed']) {
    expect((await desk.read(id)).state).toBe(state)
    expect((await byMail(token)).body.error.name).toBe('LinkInvalid')
    expect((await owner.client.get('/estates/own')).status).toBe(401)
    await desk.strikeEstates()
  }
})

test('vetoed by both ways and refused at once, one of them holds', async () => {
  const { owner, id } = await checked('gina')
  const token = await vetoToken(owner)
  expect(token).not.toBe('')
  const answers = await Promise.all([byMail(token), proven(owner, vetoEstate), desk.refuse(id)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(['Vetoed', 'Refused']).toContain((await desk.read(id)).state)
})

test('the owner is reminded on days 7, 14 and 28, once each, and after a standstill by the newest only', async () => {
  const { owner, id } = await checked('hilda')
  await desk.sure(desk.wait(id))
  const reminded = async () => {
    await desk.strikeEstates()
    await desk.runEstates()
    return (await desk.subjectsTo(owner.email)).filter((subject) => subject === 'Please tell us that you live').length
  }
  expect(await reminded()).toBe(0)
  await desk.pass(7 * day + minute)
  expect([await reminded(), await reminded()]).toEqual([1, 1])
  await desk.pass(22 * day)
  expect([await reminded(), await reminded()]).toEqual([2, 2])
  const token = await vetoToken(owner)
  expect((await byMail(token)).status).toBe(200)
})

test('once papers are looked at the owner cannot veto alone, and is told whom to reach', async () => {
  const { owner, id } = await checked('ida')
  const token = await vetoToken(owner)
  await desk.sure(desk.wait(id))
  const died = desk.today()
  await desk.pass(31 * day, owner)
  await desk.sure(desk.askForPapers(id, died))
  expect((await owner.client.get('/estates/own')).body.data.open).toMatchObject({ state: 'Documents' })
  const words = { name: 'StateChanged', message: expect.stringContaining('Please contact us today') }
  expect((await byMail(token)).body.error).toMatchObject(words)
  expect((await proven(owner, vetoEstate)).body.error).toMatchObject(words)
  // Operators can end it, and then nothing is left of it.
  expect((await desk.decideTogether('refuse-estate', estateThing(id))).status).toBe(200)
  expect((await owner.client.get('/estates/own')).body.data).toEqual({ open: null, renewal: null })
  expect(await isFrozen(owner)).toBeNull()
  expect(await plansOf(owner)).toEqual([{ state: 'Active', reason: null }])
})
