import { randomUUID } from 'node:crypto'
import { payoutThing } from '@ingot/endpoints/bank'
import { houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operator } from '../desk/test-desk.ts'
import { goodPassword } from '../identity/test-people.ts'
import { createPayouts } from './test-payouts.ts'

let desk: Awaited<ReturnType<typeof createPayouts>>
let [ann, bob, cid]: Operator[] = []
beforeAll(async () => {
  desk = await createPayouts()
  ;[ann, bob, cid] = [
    await desk.newOperator('Finance'),
    await desk.newOperator('Finance'),
    await desk.newOperator('Owner'),
  ]
  const moves = [
    move(amountOf('USD', 10_000_000n), { from: houseAccount('USD', 'outside'), to: houseAccount('USD', 'bank') }),
  ]
  await post(desk.db, { reference: 'test-opening', kind: 'test', causedBy: 'test', moves })
})
afterAll(() => desk.close())

const exportBy = (operator: Operator | undefined) => {
  desk.nextCode()
  const body = { password: goodPassword, inputCode: operator?.code() ?? '', reason: 'the file of today' }
  return operator?.client.post('/operator/bank/files', body, { 'idempotency-key': randomUUID() })
}
const some = (operator: Operator | undefined): Operator => {
  if (!operator) throw new Error('there is no operator')
  return operator
}
const bankHas = async () => {
  const { rows } = await sql<{ units: string }>`
    select b.units from ledger_accounts a join ledger_balances b on b.account = a.id
    where a.owner = 'house' and a.asset = 'USD' and a.purpose = 'bank'`.execute(desk.db)
  return rows[0]?.units
}

test('whoever approved a payout does not put it into a file, and somebody else does', async () => {
  const payee = await desk.newPayee('filed')
  const small = await desk.requested(payee, { amount: '1000', receive: '997', account: payee.account })
  await desk.decide(some(ann), 'approve-payout-alone', small)
  expect((await exportBy(ann))?.body.error.name).toBe('NothingToSend')
  const large = await desk.requested(payee, { amount: '12000', receive: '11975', account: payee.account })
  expect(await desk.decideTogether(some(ann), some(bob), { action: 'approve-payout', thing: payoutThing(large) })).toBe(
    200,
  )
  // Bob had no part in the small one.
  const ofBob = await exportBy(bob)
  expect(ofBob?.body.data).toMatchObject({ payments: 1, sum: '997' })
  expect((await exportBy(bob))?.body.error.name).toBe('NothingToSend')
  expect((await exportBy(cid))?.body.data).toMatchObject({ payments: 1, sum: '11975' })
  expect((await desk.read(payee, small)).state).toBe('Sent')
  expect((await desk.read(payee, large)).state).toBe('Sent')
  expect(await desk.balancesOf(payee, 'USDT')).toEqual({ available: '7000', held: '0' })
  expect(await bankHas()).toBe(String(10_000_000 - 99_700 - 1_197_500))
  const file = (await some(bob).client.get(`/operator/bank/files/${ofBob?.body.data.id}`)).raw.toString()
  expect(file).toContain('997.00')
  expect(file).toContain('Anna Holder')

  const { rows } = await sql<{ id: string }>`select id from bank_payments where subject = ${small}`.execute(desk.db)
  const asked = { action: 'fail-payment', thing: `payment:${rows[0]?.id}` }
  expect(await desk.decideTogether(some(ann), some(cid), asked)).toBe(200)
  expect(await desk.read(payee, small)).toMatchObject({ state: 'Returned', returned: { cents: '997', amount: '997' } })
  expect(await desk.balancesOf(payee, 'USDT')).toEqual({ available: '7997', held: '0' })
  expect(await bankHas()).toBe(String(10_000_000 - 1_197_500))
})

test('a file that would hold one that may not leave is not made, until the clock has taken it out', async () => {
  const [stopped, fine] = [await desk.newPayee('stopped'), await desk.newPayee('fine')]
  const wanted = { amount: '100', receive: '98.80' }
  const ids = []
  for (const payee of [stopped, fine]) ids.push(await desk.requested(payee, { ...wanted, account: payee.account }))
  for (const id of ids) await desk.decide(some(ann), 'approve-payout-alone', id)
  await sql`update wallet_senders set frozen_at = ${desk.now()} where customer = ${stopped.id}`.execute(desk.db)
  expect((await exportBy(bob))?.body.error).toMatchObject({
    name: 'StateChanged',
    message: expect.stringContaining('Try again in a minute'),
  })
  expect((await desk.read(fine, ids[1] ?? '')).state).toBe('Approved')
  await desk.strikePayoutClock()
  expect((await exportBy(bob))?.body.data).toMatchObject({ payments: 1 })
  expect((await desk.read(stopped, ids[0] ?? '')).state).toBe('Refused')
  expect((await desk.read(fine, ids[1] ?? '')).state).toBe('Sent')
})

test('without money at the bank nothing is sent, and the tokens stay held', async () => {
  const rich = await desk.newPayee('rich', { USDT: '100000' })
  const id = await desk.requested(rich, { amount: '50000', receive: '49899', account: rich.account })
  const other = await desk.requested(rich, { amount: '50000', receive: '49899', account: rich.account })
  for (const each of [id, other])
    expect(
      await desk.decideTogether(some(ann), some(bob), { action: 'approve-payout', thing: payoutThing(each) }),
    ).toBe(200)
  expect((await exportBy(cid))?.body.error.name).toBe('BankTooLow')
  expect(await desk.balancesOf(rich, 'USDT')).toEqual({ available: '0', held: '100000' })
})
