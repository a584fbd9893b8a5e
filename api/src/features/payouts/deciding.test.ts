import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { payoutThing } from '@ingot/endpoints/bank'
import { post } from '@ingot/ledger/post'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { owe } from '../debts/debts.ts'
import type { Operator } from '../desk/test-desk.ts'
import { day } from '../identity/test-people.ts'
import { payoutsHealth } from './figures.ts'
import { createPayouts } from './test-payouts.ts'

let desk: Awaited<ReturnType<typeof createPayouts>>
let finance: Operator
let owner: Operator
beforeAll(async () => {
  desk = await createPayouts()
  finance = await desk.newOperator('Finance')
  owner = await desk.newOperator('Owner')
})
afterAll(() => desk.close())

const thousand = { amount: '1000', receive: '997' }
const large = { amount: '10000.01', receive: '9979' }

const queued = async (id: string) =>
  (await finance.client.get('/operator/queues/payouts')).body.data?.find(
    (each: { id: string }) => each.id === payoutThing(id),
  )
const approveTogether = (id: string) =>
  desk.decideTogether(finance, owner, { action: 'approve-payout', thing: payoutThing(id) })

test('what is small one operator approves or refuses, and both are in the audit log', async () => {
  const ann = await desk.newPayee('ann')
  const [yes, no] = [
    await desk.requested(ann, { ...thousand, account: ann.account }),
    await desk.requested(ann, { ...thousand, account: ann.account }),
  ]
  expect(await queued(yes)).toMatchObject({ state: 'Requested', title: '997.00 USD for 1,000.00 USDT' })
  expect((await desk.decide(finance, 'approve-payout-alone', yes)).status).toBe(200)
  expect((await desk.decide(finance, 'refuse-payout', no)).status).toBe(200)
  expect(await desk.read(ann, no)).toMatchObject({
    state: 'Refused',
    reason: 'We could not approve it. Please contact support if you have questions.',
  })
  expect(await desk.balancesOf(ann, 'USDT')).toEqual({ available: '19000', held: '1000' })
  expect((await desk.auditOf(payoutThing(yes)))[0]).toMatchObject({
    action: 'approve-payout-alone',
    operator: finance.id,
  })
  expect((await desk.auditOf(payoutThing(no)))[0]).toMatchObject({ action: 'refuse-payout', operator: finance.id })
  expect((await desk.decide(finance, 'approve-payout-alone', yes)).body.error.name).toBe('StateChanged')
  expect((await desk.decide(finance, 'approve-payout-alone', no)).body.error.name).toBe('StateChanged')
  await desk.runPayoutMails()
  expect(desk.inbox.findLast(({ to }) => to === ann.email)?.subject).toBe('Your payout was not made')
  expect(await queued(no)).toBeUndefined()
  expect(await queued(yes)).toMatchObject({ state: 'To be sent', choices: [{ action: 'refuse-payout' }] })
})

test('above 10,000 it takes two, also when it is cut into pieces', async () => {
  const ben = await desk.newPayee('ben')
  const id = await desk.requested(ben, { ...large, account: ben.account })
  expect((await queued(id)).choices[0]).toMatchObject({ action: 'approve-payout', needsTwo: true })
  expect((await desk.decide(finance, 'approve-payout-alone', id)).body.error.name).toBe('Forbidden')
  expect(await approveTogether(id)).toBe(200)
  expect((await desk.read(ben, id)).state).toBe('Approved')
  const { rows } = await sql<{ approved_by: string[] }>`
    select approved_by from bank_payments where subject = ${id}`.execute(desk.db)
  expect(rows[0]?.approved_by.toSorted()).toEqual([finance.id, owner.id].toSorted())

  const cut = await desk.newPayee('cut')
  const six = { amount: '6000', receive: '5987', account: cut.account }
  const [first, second] = [await desk.requested(cut, six), await desk.requested(cut, six)]
  expect((await desk.decide(finance, 'approve-payout-alone', second)).body.error.name).toBe('Forbidden')
  expect((await desk.decide(finance, 'approve-payout-alone', first)).status).toBe(200)
})

test('everything is looked at again when it is approved', async () => {
  const cleo = await desk.newPayee('cleo')
  const id = await desk.requested(cleo, { ...thousand, account: cleo.account })
  const saying = async () => (await desk.decide(finance, 'approve-payout-alone', id)).body.error?.message
  await sql`update customers set kyc_status = 'Pending' where id = ${cleo.id}`.execute(desk.db)
  expect(await saying()).toContain('not verified any more')
  await sql`update customers set kyc_status = 'Verified', credentials_changed_at = ${desk.now()} where id = ${cleo.id}`.execute(
    desk.db,
  )
  expect(await saying()).toContain('has just changed')
  await sql`update customers set credentials_changed_at = null where id = ${cleo.id}`.execute(desk.db)
  await sql`update bank_accounts set state = 'Suspended', reason = 'name-changed' where id = ${cleo.account}`.execute(
    desk.db,
  )
  expect(await saying()).toContain('cannot be used now')
  await desk.strikePayoutClock()
  expect(await desk.read(cleo, id)).toMatchObject({
    state: 'Refused',
    reason: 'The bank account could no longer be used.',
  })
  expect(await desk.balancesOf(cleo, 'USDT')).toEqual({ available: '20000', held: '0' })
})

test('nobody decides about a payout of his own', async () => {
  const self = await desk.newPayee('self')
  const id = await desk.requested(self, { ...thousand, account: self.account })
  await sql`update payouts set customer = ${finance.id} where id = ${id}`.execute(desk.db)
  expect((await desk.decide(finance, 'approve-payout-alone', id)).status).toBe(403)
  expect((await desk.decide(finance, 'refuse-payout', id)).status).toBe(403)
  expect(await approveTogether(id)).not.toBe(200)
  await sql`update payouts set customer = ${self.id} where id = ${id}`.execute(desk.db)
  expect((await desk.read(self, id)).state).toBe('Requested')
})

test('a freeze calls off whatever is in no file yet, approved or not', async () => {
  const fay = await desk.newPayee('fay')
  const [asked, approved, gone] = [
    await desk.requested(fay, { ...thousand, account: fay.account }),
    await desk.requested(fay, { ...thousand, account: fay.account }),
    await desk.requested(fay, { ...thousand, account: fay.account }),
  ]
  for (const id of [approved, gone]) await desk.decide(finance, 'approve-payout-alone', id)
  await desk.bankSends(gone)
  await fay.client.post('/freeze-outgoing')
  await desk.runPayoutMails()
  expect(await desk.read(fay, asked)).toMatchObject({ state: 'Cancelled' })
  expect(await desk.read(fay, approved)).toMatchObject({ state: 'Refused' })
  expect(await desk.read(fay, gone)).toMatchObject({ state: 'Sent' })
  expect(await desk.balancesOf(fay, 'USDT')).toEqual({ available: '19000', held: '0' })
  const { rows } = await sql<{ state: string }>`
    select state from bank_payments where subject = any(${[approved, gone]}) order by number`.execute(desk.db)
  expect(rows.map(({ state }) => state)).toEqual(['Cancelled', 'Ready'])
  expect((await desk.request(fay, { ...thousand, account: fay.account })).body.error.name).toBe('OutgoingFrozen')
})

test('one that may not leave any more does not get into a file', async () => {
  const gil = await desk.newPayee('gil')
  const id = await desk.requested(gil, { ...thousand, account: gil.account })
  await desk.decide(finance, 'approve-payout-alone', id)
  // As if the process had ended between the freeze and what it calls off.
  await sql`update wallet_senders set frozen_at = ${desk.now()} where customer = ${gil.id}`.execute(desk.db)
  await expect(desk.bankSends(id)).rejects.toThrow('may not leave any more')
  await desk.strikePayoutClock()
  expect((await desk.read(gil, id)).state).toBe('Refused')
  expect(await desk.balancesOf(gil, 'USDT')).toEqual({ available: '20000', held: '0' })
})

test('while something is owed nothing is asked for, approved or sent', async () => {
  const dot = await desk.newPayee('dot')
  const wanted = { ...thousand, account: dot.account }
  const [asked, approved] = [await desk.requested(dot, wanted), await desk.requested(dot, wanted)]
  await desk.decide(finance, 'approve-payout-alone', approved)
  const debt = {
    customer: dot.id,
    cause: 'remittance',
    subject: randomUUID(),
    units: 10n ** 18n,
    price: '125',
    cents: 12_500n,
  } as const
  await inTransaction(desk.db, async (tx) => {
    const moves = [await owe(tx, desk, { ...debt, at: desk.now() })]
    await post(tx, { reference: 'test-debt', kind: 'test', causedBy: 'test', moves })
  })
  expect((await dot.client.get('/payouts/rules')).body.data.owed).toBe('125')
  expect((await desk.request(dot, wanted)).body.error.name).toBe('DebtOpen')
  expect((await desk.decide(finance, 'approve-payout-alone', asked)).body.error.message).toContain('owes something')
  await expect(desk.bankSends(approved)).rejects.toThrow('may not leave any more')
  await desk.strikePayoutClock()
  for (const id of [asked, approved])
    expect(await desk.read(dot, id)).toMatchObject({
      state: 'Refused',
      reason: 'Something is owed, so nothing could leave your account.',
    })
  expect(await desk.balancesOf(dot, 'USDT')).toEqual({ available: '20000', held: '0' })
})

test('fifty requests at once take no more than there is', async () => {
  const hal = await desk.newPayee('hal')
  const wanted = { ...thousand, account: hal.account }
  const replies = await Promise.all(Array.from({ length: 50 }, () => desk.request(hal, wanted)))
  const names = replies.map(({ status, body }) => (status === 200 ? 'taken' : body.error.name))
  expect(names.filter((name) => name === 'taken')).toHaveLength(20)
  expect(new Set(names)).toEqual(new Set(['taken', 'BalanceTooLow']))
  expect(await desk.balancesOf(hal, 'USDT')).toEqual({ available: '0', held: '20000' })
})

test('the limit of 24 hours holds for many at once, and both tokens count', async () => {
  const ivy = await desk.newPayee('ivy', { USDT: '200000', USDAU: '100000' })
  const wanted = { amount: '15000', receive: '14969', account: ivy.account }
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      desk.request(ivy, { ...wanted, asset: index % 2 === 0 ? 'USDT' : 'USDAU' }),
    ),
  )
  const taken = replies.filter(({ status }) => status === 200)
  expect(taken).toHaveLength(6)
  expect(replies.find(({ status }) => status !== 200)?.body.error).toMatchObject({
    name: 'PayoutLimitReached',
    message: 'At most 100000 USD can be paid out within 24 hours; 10000.00 USD are left.',
  })
  expect((await ivy.client.get('/payouts/rules')).body.data.leftToday).toBe('10000')
  // What is called off does not count.
  await desk.cancel(ivy, taken[0]?.body.data.id)
  expect((await desk.request(ivy, { ...wanted, asset: 'USDT' })).status).toBe(200)
})

test('of a cancellation and an approval at once, one wins and the money is in one place', async () => {
  const jon = await desk.newPayee('jon', { USDT: '10000' })
  for (let round = 0; round < 6; round++) {
    const id = await desk.requested(jon, { ...thousand, account: jon.account })
    const [cancelled, approved] = await Promise.all([
      desk.cancel(jon, id),
      desk.decide(finance, 'approve-payout-alone', id),
    ])
    expect([cancelled.status, approved.status].toSorted()).toEqual([200, 409])
    const { state } = await desk.read(jon, id)
    expect(state).toBe(cancelled.status === 200 ? 'Cancelled' : 'Approved')
    if (state === 'Approved') await desk.decide(finance, 'refuse-payout', id)
  }
  expect(await desk.balancesOf(jon, 'USDT')).toEqual({ available: '10000', held: '0' })
})

test('one that waits is old after two days and an alarm after five; one in no file after two', async () => {
  const kim = await desk.newPayee('kim')
  const problems = async () => (await payoutsHealth(desk)).map(({ problem }) => problem)
  await sql`update payouts set state = 'Refused', reason = 'operator', ended_at = now() where state in ('Requested', 'Approved')`.execute(
    desk.db,
  )
  const id = await desk.requested(kim, { ...thousand, account: kim.account })
  desk.passTime(2 * day + 1)
  finance.client = await desk.signInAgain(finance.username, finance.code)
  owner.client = await desk.signInAgain(owner.username, owner.code)
  expect(await queued(id)).toMatchObject({ state: 'Old' })
  expect(await problems()).toEqual([])
  await sql`update payouts set requested_at = requested_at - interval '3 days' where id = ${id}`.execute(desk.db)
  expect(await problems()).toEqual(['a payout waits for days'])
  await desk.decide(finance, 'approve-payout-alone', id)
  await sql`update payouts set approved_at = approved_at - interval '49 hours' where id = ${id}`.execute(desk.db)
  expect(await problems()).toEqual(['an approved payout is in no file'])
})
