import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operator } from '../desk/test-desk.ts'
import type { PayoutAsset } from './rules.ts'
import { createPayouts } from './test-payouts.ts'

let desk: Awaited<ReturnType<typeof createPayouts>>
let finance: Operator
beforeAll(async () => {
  desk = await createPayouts()
  finance = await desk.newOperator('Finance')
})
afterAll(() => desk.close())

const sentBy = async (username: string, asset: PayoutAsset = 'USDT') => {
  const payee = await desk.newPayee(username, { [asset]: '2000' })
  const id = await desk.requested(payee, { asset, amount: '1000', receive: '997', account: payee.account })
  await desk.decide(finance, 'approve-payout-alone', id)
  await desk.bankSends(id)
  return { payee, id }
}

test.each(['USDT', 'USDAU'] as const)(
  '%s that the bank sends back comes back as it was, without the fee',
  async (asset) => {
    const { payee, id } = await sentBy(`back${asset.toLowerCase()}`, asset)
    await desk.bankReturns(id, 99_700n)
    const payout = await desk.read(payee, id)
    expect(payout).toMatchObject({
      state: 'Returned',
      reason: 'The bank sent it back.',
      returned: { cents: '997', asset, amount: '997' },
    })
    expect(await desk.balancesOf(payee, asset)).toEqual({ available: '1997', held: '0' })
    const [latest] = (await payee.client.get('/movements?type=payout-returned')).body.data
    expect(latest).toMatchObject({ type: 'payout-returned', incoming: [{ asset, amount: '997' }], state: 'queued' })
    const { rows } = await sql`select state, reason from bank_accounts where id = ${payee.account}`.execute(desk.db)
    expect(rows).toEqual([{ state: 'Suspended', reason: 'payment-returned' }])
    expect(
      (await desk.request(payee, { asset, amount: '100', receive: '98.80', account: payee.account })).body.error.name,
    ).toBe('BankAccountUnready')
    await desk.runPayoutMails()
    const mail = desk.inbox.findLast(({ to }) => to === payee.email)
    expect(mail?.subject).toBe('Your payout came back')
    expect(mail?.text).not.toContain(payout.account.lastFour)
    expect(await desk.activityOf(payee.client)).toContain('payout-returned')
  },
)

test('a part comes back after it was paid, and the rest later: never more than was paid', async () => {
  const { payee, id } = await sentBy('parts')
  await desk.bankPays(id)
  await desk.bankReturns(id, 40_000n)
  expect(await desk.read(payee, id)).toMatchObject({ state: 'Returned', returned: { cents: '400', amount: '400' } })
  await desk.bankReturns(id, 59_700n)
  await desk.bankReturns(id, 1n)
  expect(await desk.read(payee, id)).toMatchObject({ state: 'Returned', returned: { cents: '997', amount: '997' } })
  expect(await desk.balancesOf(payee, 'USDT')).toEqual({ available: '1997', held: '0' })
  const states = (await desk.read(payee, id)).history.map(({ state }: { state: string }) => state)
  expect(states).toEqual(['Requested', 'Approved', 'Sent', 'Paid', 'Returned'])
  // A part that came back first, and a statement that shows the payment after it.
  await desk.bankPays(id)
  expect((await desk.read(payee, id)).state).toBe('Returned')
})

test('what the treasury has too little of is credited as soon as it has some', async () => {
  const { payee, id } = await sentBy('waits', 'USDAU')
  const other = await desk.newPayee('other')
  const all = parseAmount('USDAU', String(await desk.treasury('USDAU')))
  const between = (from: 'house' | 'other') => {
    const [treasury, purse] = [houseAccount('USDAU', 'treasury'), customerAccount(other.id, 'USDAU', 'available')]
    return from === 'house' ? { from: treasury, to: purse } : { from: purse, to: treasury }
  }
  const shift = (from: 'house' | 'other') =>
    post(desk.db, { reference: `test-${from}`, kind: 'test', causedBy: 'test', moves: [move(all, between(from))] })
  await shift('house')
  await desk.bankReturns(id, 99_700n)
  expect(await desk.read(payee, id)).toMatchObject({ state: 'Returned', returned: { amount: '997' } })
  await desk.strikePayoutClock()
  expect(await desk.balancesOf(payee, 'USDAU')).toEqual({ available: '1000', held: '0' })
  await shift('other')
  await desk.strikePayoutClock()
  await desk.strikePayoutClock()
  expect(await desk.balancesOf(payee, 'USDAU')).toEqual({ available: '1997', held: '0' })
})

test('a step that is interrupted leaves neither half of itself', async () => {
  const { payee, id } = await sentBy('halves')
  const before = await desk.balancesOf(payee, 'USDT')
  const next = await desk.requested(payee, { amount: '100', receive: '98.80', account: payee.account })
  await desk.decide(finance, 'approve-payout-alone', next)
  const held = await desk.balancesOf(payee, 'USDT')
  const failing = desk.bankPartWith({ send: () => Promise.reject(new Error('killed')) })
  const told = (which: string) => inTransaction(desk.db, (tx) => desk.paymentOf(tx, which))
  const payment = await told(next)
  await expect(inTransaction(desk.db, async (tx) => failing?.sent?.(tx, payment, desk.now()))).rejects.toThrow('killed')
  expect(await desk.balancesOf(payee, 'USDT')).toEqual(held)
  expect(await desk.read(payee, next)).toMatchObject({ state: 'Approved', movement: null })
  const earlier = await told(id)
  const back = { cents: 99_700n, why: 'AC04', at: desk.now() }
  await expect(inTransaction(desk.db, async (tx) => failing?.returned(tx, earlier, back))).rejects.toThrow('killed')
  expect(await desk.read(payee, id)).toMatchObject({ state: 'Sent', returned: null })
  await desk.decide(finance, 'refuse-payout', next)
  expect(await desk.balancesOf(payee, 'USDT')).toEqual(before)
})

test('nobody is erased while a payout is under way', async () => {
  const { payee, id } = await sentBy('leaver')
  const hindrances = () => inTransaction(desk.db, async (tx) => desk.hindrances(tx, payee))
  expect((await hindrances())?.map(({ toOperators }) => toOperators('leaver'))).toEqual([
    'leaver has a payout under way. Finish or refuse it first.',
  ])
  await desk.bankPays(id)
  expect(await hindrances()).toEqual([])
})
