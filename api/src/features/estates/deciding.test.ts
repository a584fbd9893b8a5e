import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { beneficiaryThing, estateThing } from '@ingot/endpoints/estate-desk'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertDebt } from '../debts/store.ts'
import { day } from '../identity/test-people.ts'
import { someNominee } from '../nominees/test-nominees.ts'
import { estatesHealth } from './desk-figures.ts'
import { missingOf } from './desk-missing.ts'
import { findEstate } from './store.ts'
import { createEstateDesk, type Owner, twoNominees } from './test-estate-desk.ts'

let desk: Awaited<ReturnType<typeof createEstateDesk>>
beforeAll(async () => {
  desk = await createEstateDesk()
}, 60_000)
afterAll(() => desk.close())

const heir = (firstName: string, share: number, more: object = {}) => ({
  ...{ firstName, middleName: '', lastName: 'Heir', dateOfBirth: '1980-01-01', share, guardian: null },
  ...{ contact: `${firstName.toLowerCase()}@family.example`, ...more },
})

/** Somebody who had named two in time, whose papers are looked at. */
const inPapers = async (username: string, { USDT = '1000', nominees = twoNominees() } = {}) => {
  const owner = await desk.newOwner(username, { USDT })
  await desk.nominate(owner, nominees)
  await desk.pass(3 * day)
  const id = await desk.waited(owner)
  await desk.sure(desk.askForPapers(id))
  return { owner, id }
}
const approve = (id: string) => desk.decideTogether('approve-estate', estateThing(id))
const saying = async (id: string): Promise<string> =>
  (await desk.ask(desk.officer, { action: 'approve-estate', thing: estateThing(id) })).body.error?.message ?? ''

test('an estate is approved once nothing is missing, and each thing that is missing is said in words', async () => {
  const { owner, id } = await inPapers('ann')
  expect((await desk.read(id)).missing).toEqual([
    'No death certificate was accepted yet.',
    'No paper was accepted yet that shows who Ann Lovelace is.',
    'No paper was accepted yet that shows who Ben Lovelace is.',
  ])
  expect(await saying(id)).toContain('No death certificate was accepted yet.')
  await desk.acceptPaper(id, 'death-certificate')
  const [ann, ben] = (await desk.read(id)).beneficiaries
  const file = await desk.acceptPaper(id, 'identity', ann.id)
  await desk.acceptPaper(id, 'identity', ben.id)
  await desk.sure(desk.accept(id, file, 'identity', ann.id, false))
  expect(await saying(id)).toBe('No paper was accepted yet that shows who Ann Lovelace is.')
  await desk.sure(desk.accept(id, file, 'identity', ann.id))
  expect((await desk.read(id)).missing).toEqual([])
  expect((await desk.officer.client.get(`/operator/estates/${id}/statement`)).status).toBe(404)

  expect((await approve(id)).status).toBe(200)
  const done = await desk.read(id)
  expect(done).toMatchObject({ state: 'Approved', nomineeVersion: 1, worth: '1000' })
  expect(done.beneficiaries.map((each: { parts: { amount: string }[] }) => each.parts[0]?.amount)).toEqual([
    '600',
    '400',
  ])
  expect(done.statement).not.toBeNull()
  const { rows } = await sql<{ kind: string; closed_why: string }>`
    select d.kind, c.closed_why from documents d join customers c on c.id = d.customer where d.id = ${done.statement}`.execute(
    desk.db,
  )
  expect(rows).toEqual([{ kind: 'estate-statement', closed_why: 'deceased' }])
  const opened = await desk.officer.client.get(`/operator/estates/${id}/statement`)
  expect([opened.status, opened.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const { rows: reads } = await sql`
    select facts->>'Paper' as paper from audit_lines where action = 'open-estate-file' and thing = ${estateThing(id)}
    order by number desc limit 1`.execute(desk.db)
  expect(reads).toEqual([{ paper: 'Statement as of the day of death' }])
  expect((await owner.client.get('/getInfo')).status).toBe(401)
  expect(await verifyLedger(desk.db, undefined)).toMatchObject({ ok: true })
})

test('the same operator does not do both, and others than Compliance do neither', async () => {
  const { id } = await inPapers('bea')
  await desk.acceptAll(id)
  const asked = await desk.askedBy(desk.officer, { action: 'approve-estate', thing: estateThing(id) })
  expect((await desk.decide(desk.officer, 'approve', asked)).body.error.name).toBe('Forbidden')
  for (const role of ['Finance', 'Vault', 'Support', 'Auditor'] as const) {
    const other = await desk.newOperator(role.toLowerCase(), [role])
    expect([role, (await desk.decide(other, 'approve', asked)).status]).toEqual([role, 403])
    for (const action of ['approve-estate', 'refuse-estate'])
      expect([role, (await desk.ask(other, { action, thing: estateThing(id) })).status]).toEqual([role, 403])
    const steps = [desk.check({ id: other.id }, id, other), desk.wait(id, other), desk.refuse(id, other)]
    for (const { status } of await Promise.all(steps)) expect([role, status]).toEqual([role, 403])
    expect([role, (await desk.askForPapers(id, undefined, other)).status]).toEqual([role, 403])
    expect([role, (await desk.setReceiving(id, [heir('Hal', 10_000)], other)).status]).toEqual([role, 403])
    const reads = role === 'Auditor' ? 200 : 403
    expect([role, (await other.client.get(`/operator/estates/${id}`)).status]).toEqual([role, reads])
    expect([role, (await other.client.get('/operator/estates')).status]).toEqual([role, reads])
    const { status } = await other.client.get(`/operator/estates/${id}/statement`)
    expect([role, status]).toEqual([role, role === 'Auditor' ? 404 : 403])
    expect([role, (await other.client.get(`/operator/estates/${id}/candidates`)).status]).toEqual([role, reads])
  }
  expect((await desk.decide(desk.second, 'approve', asked)).status).toBe(200)
  expect((await findEstate(desk.db, id))?.state).toBe('Approved')
})

test('nothing is approved while more is owed than free dollars settle, or while there is no price to rely on', async () => {
  const { owner, id } = await inPapers('gwen')
  await desk.acceptAll(id)
  const owed = { id: randomUUID(), customer: owner.id, cause: 'payment', subject: randomUUID(), units: 1n } as const
  await inTransaction(desk.db, (tx) => insertDebt(tx, { ...owed, price: '100', cents: 100_001n, at: desk.now() }))
  const words =
    'The customer owes 1,000.01 USD, and the dollars that are free settle only 1,000.00 USD of it. The rest has to be settled first.'
  expect((await desk.read(id)).missing).toEqual([words])
  expect(await saying(id)).toBe(words)
  const standing = {
    accepted: [],
    beneficiaries: [],
    hadNominees: true,
    isAsNominated: true,
    owedCents: 0n,
    settledCents: 0n,
    isOnItsWay: false,
  }
  expect(missingOf({ ...standing, worth: undefined }, desk.now())).toContain(
    'There is no price to rely on now. Please look again later.',
  )
})

test('what changed since it was asked for is not approved', async () => {
  const { id } = await inPapers('cora')
  await desk.acceptAll(id)
  const asked = await desk.askedBy(desk.officer, { action: 'approve-estate', thing: estateThing(id) })
  await desk.acceptPaper(id, 'court-paper')
  await desk.decide(desk.second, 'approve', asked)
  expect(await desk.stateOf(asked)).toBe('outdated')
  expect((await findEstate(desk.db, id))?.state).toBe('Documents')
})

test('above 50,000 dollars, without nominees or for others than these a court’s paper is needed', async () => {
  const rich = await inPapers('dora', { USDT: '50000.01' })
  await desk.acceptAll(rich.id)
  expect(await saying(rich.id)).toContain('It is worth more than 50,000.00 USD: a court’s paper')
  await desk.acceptPaper(rich.id, 'court-paper')
  expect((await desk.read(rich.id)).missing).toEqual([])
  const edge = await inPapers('edge', { USDT: '50000' })
  await desk.acceptAll(edge.id)
  expect((await desk.read(edge.id)).missing).toEqual([])

  await desk.sure(desk.setReceiving(edge.id, [heir('Hal', 10_000)]))
  await desk.acceptAll(edge.id)
  expect(await saying(edge.id)).toContain('Those who receive are not exactly the nominees')

  const none = await desk.newOwner('none')
  const id = await desk.waited(none)
  await desk.sure(desk.askForPapers(id))
  expect((await desk.read(id)).missing).toEqual([
    'No death certificate was accepted yet.',
    'No nominees held on the day of death: a court’s paper has to be accepted first.',
    'Nobody is named who receives.',
  ])
  await desk.sure(desk.setReceiving(id, [heir('Ida', 2500), heir('Jim', 7500)]))
  await desk.acceptAll(id)
  expect(await saying(id)).toContain('No nominees held')
  await desk.acceptPaper(id, 'court-paper')
  expect((await approve(id)).status).toBe(200)
  expect((await findEstate(desk.db, id))?.state).toBe('Approved')
})

test('shares that are not the whole and a child without a guardian are refused, and nothing changes', async () => {
  const { id } = await inPapers('eva')
  const before = (await desk.read(id)).beneficiaries
  const less = await desk.setReceiving(id, [heir('Hal', 7000)])
  expect(less.body.error).toMatchObject({ name: 'SharesIncomplete', message: expect.stringContaining('70 %') })
  const child = { dateOfBirth: '2020-01-01' }
  expect((await desk.setReceiving(id, [heir('Kim', 10_000, child)])).body.error.name).toBe('GuardianNeeded')
  const young = { firstName: 'Lea', lastName: 'Heir', contact: 'lea@family.example', dateOfBirth: '2012-01-01' }
  const guarded = [heir('Kim', 10_000, { ...child, guardian: young })]
  expect((await desk.setReceiving(id, guarded)).body.error.name).toBe('GuardianNeeded')
  expect((await desk.read(id)).beneficiaries).toEqual(before)
})

test('nobody’s papers are asked for before the owner had his time, nor for a day after the report', async () => {
  const fay = await desk.newOwner('fay')
  const id = await desk.report(fay)
  await desk.sure(desk.check(fay, id))
  await desk.sure(desk.wait(id))
  await desk.pass(29 * day)
  expect((await desk.askForPapers(id, '2026-11-03')).body.error).toMatchObject({
    name: 'StateChanged',
    message: expect.stringContaining('The owner can say that he lives until'),
  })
  await desk.pass(2 * day)
  expect((await desk.askForPapers(id, desk.today())).body.error.name).toBe('InvalidInput')
  expect((await desk.askForPapers(id, '1900-01-01')).body.error.name).toBe('InvalidInput')
  expect((await desk.askForPapers(id)).status).toBe(200)
})

test('nominees who were confirmed later than the day of death do not count', async () => {
  const owner = await desk.newOwner('gus')
  await desk.nominate(owner, [someNominee('Old', 10_000)])
  await desk.pass(3 * day, owner)
  const diedOn = desk.today()
  await desk.pass(day, owner)
  await desk.nominate(owner, [someNominee('New', 10_000)])
  await desk.pass(3 * day)
  const id = await desk.waited(owner)
  await desk.sure(desk.askForPapers(id, diedOn))
  expect(await desk.read(id)).toMatchObject({ nomineeVersion: 1, beneficiaries: [{ firstName: 'Old' }] })
  await desk.sure(desk.askForPapers(id))
  expect(await desk.read(id)).toMatchObject({ nomineeVersion: 2, beneficiaries: [{ firstName: 'New' }] })
})

test('of two who look into one customer at once one does, and a refusal opens the account again', async () => {
  const hana = await desk.newOwner('hana')
  const [one, other] = [await desk.report(hana), await desk.report(hana)]
  const answers = await Promise.all([desk.check(hana, one), desk.check(hana, other, desk.second)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.error.name).toBe('EstateOpen')
  const id = answers[0]?.status === 200 ? one : other
  const frozen = async (owner: Owner) => {
    const { rows } = await sql<{ frozen: boolean }>`
      select frozen_at is not null as frozen from wallet_senders where customer = ${owner.id}`.execute(desk.db)
    return rows[0]?.frozen
  }
  expect(await frozen(hana)).toBe(true)
  await desk.sure(desk.refuse(id))
  expect(await frozen(hana)).toBe(false)
  expect((await desk.check({ id: desk.second.id }, one === id ? other : one)).status).toBe(404)
})

test('who receives is said by two for somebody without a link, but never for an operator, the dead or the unverified', async () => {
  const { owner, id } = await inPapers('ivy', { nominees: [someNominee('Ann', 10_000, { contact: '+442079460000' })] })
  await desk.acceptAll(id)
  const [{ id: beneficiary }] = (await desk.read(id)).beneficiaries
  const thing = beneficiaryThing(beneficiary)
  const link = (customer: string) => desk.ask(desk.officer, { action: 'link-beneficiary', thing, given: { customer } })
  const jo = await desk.newOwner('johan')
  expect((await link(jo.id)).body.error.name).toBe('StateChanged')
  await desk.sure(approve(id))
  expect((await link(desk.second.id)).body.error.message).toBe('There is no such customer.')
  expect((await link(owner.id)).body.error.message).toBe('This is the account of the one who died.')
  await sql`update customers set kyc_status = 'Pending' where id = ${jo.id}`.execute(desk.db)
  expect((await link(jo.id)).body.error.message).toBe('This customer is not verified.')
  await sql`update customers set kyc_status = 'Verified' where id = ${jo.id}`.execute(desk.db)
  expect((await desk.decideTogether('link-beneficiary', thing, { customer: jo.id })).status).toBe(200)
  expect(await desk.balance(jo, 'USDT')).toBe('2000')
  expect(await desk.read(id)).toMatchObject({
    ...{ state: 'Distributed', beneficiaries: [{ customer: { id: jo.id }, asGuardian: false }] },
  })
  expect((await link(jo.id)).body.error.name).toBe('StateChanged')
})

test('what waits is in the queue, grows old and is an alarm in the end', async () => {
  const kate = await desk.newOwner('kate')
  const id = await desk.report(kate)
  const queued = async () =>
    (await desk.officer.client.get('/operator/queues/estates')).body.data.find(
      (each: { id: string }) => each.id === estateThing(id),
    )
  expect(await queued()).toMatchObject({ state: 'Reported', customer: null, page: `/operator/estates/${id}` })
  await desk.pass(4 * day)
  expect((await queued()).state).toBe('Old')
  await desk.pass(4 * day)
  expect((await estatesHealth(desk)).map(({ name }) => name)).toContain('estates')
  await desk.sure(desk.check(kate, id))
  expect((await queued()).state).toBe('Checking')
  await desk.sure(desk.wait(id))
  expect(await queued()).toBeUndefined()
  await desk.pass(31 * day)
  expect((await queued()).state).toBe('Wait is over')
})
