import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { transferUsdt } from '@ingot/endpoints/wallet'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { releaseOf } from '../wallet/rules.ts'
import { createRemitHouse, type RemitHouse, type Remitter, referenceOf } from './test-remittances.ts'

let house: RemitHouse
beforeAll(async () => {
  house = await createRemitHouse()
  await house.fundBank('10000')
})
afterAll(() => house.close())
afterEach(async () => {
  expect(await house.verify()).toBeUndefined()
})

const takenBack = (amount: string) => house.lineOf({ amount, direction: 'out', isReversal: true })

/** The bank takes back what a remittance brought. */
const reverse = (of: { made: { id: string }; line: ReturnType<RemitHouse['lineOf']> }, amount: string) =>
  house.reversal(takenBack(amount), of.line, of.made.id)

const dashboard = async (customer: Remitter) => (await customer.read('/dashboard')).body.data

test('the bank takes a booked remittance back: the grams of that booking go back, and nothing is owed', async () => {
  const ann = await house.newRemitter('ann')
  const bank = Number(await house.usd.bank())
  const [kept, gone] = [await ann.remit('500'), await ann.remit('1000')]
  expect(await reverse(gone, '1000')).toMatchObject({ subject: gone.made.id })
  expect(await ann.remittance(gone.made.id)).toMatchObject({ state: 'Reversed', reason: 'taken-back' })
  const [first, second] = await ann.holdings('?product=GCA')
  expect(first).toMatchObject({ id: gone.made.booked?.holding, state: 'Reversed', open: '0', openCost: '0' })
  expect(second).toMatchObject({ id: kept.made.booked?.holding, state: 'Active' })
  expect((await ann.positions()).GCA).toMatchObject({ holdings: 1, units: second.units, cost: '500', realised: '0' })
  expect(await house.usd.owed(ann)).toBe('0')
  // What is left at the bank is what the other one brought, less its fee.
  expect(Number(await house.usd.bank()) - bank).toBe(497.5)
  expect(await house.mailed(ann)).toContain('A bank took your remittance back')
  const notes = (await ann.read('/documents?kind=booking-note')).body.data
  expect(notes.find(({ id }: { id: string }) => id === gone.made.booked?.note)).toMatchObject({ state: 'reversed' })
  // A second time there is nothing left to take.
  expect(await reverse(gone, '0.01')).toBeUndefined()
})

test('a part that is taken back takes its share of the grams, and the parts add up', async () => {
  const bob = await house.newRemitter('bob')
  const sent = await bob.remit('1000')
  await reverse(sent, '333.33')
  expect(await bob.remittance(sent.made.id)).toMatchObject({ state: 'Booked', reason: 'taken-back' })
  const [half] = await bob.holdings('?product=GCA')
  expect(Number(half.open)).toBeCloseTo(9.9005 * 0.66667, 3)
  // More than is left of it is nothing that it could be: it stays for an operator, and nothing moves.
  expect(await reverse(sent, '666.68')).toBeUndefined()
  expect(await bob.holdings('?product=GCA')).toEqual([half])
  await reverse(sent, '666.67')
  expect(await bob.remittance(sent.made.id)).toMatchObject({ state: 'Reversed' })
  const [whole] = await bob.holdings('?product=GCA')
  expect(whole).toMatchObject({ state: 'Reversed', open: '0' })
  expect(await house.usd.owed(bob)).toBe('0')
})

test('grams that are gone are owed at the price of that moment; nothing leaves; the next credit settles it, and it is free again', async () => {
  const cat = await house.newRemitter('cat')
  await house.newRemitter('friend')
  const sent = await cat.remit('1000')
  const holding = sent.made.booked?.holding ?? ''
  const part = await cat.endGca(holding, 'USDT', '5')
  expect(part.status).toBe(200)
  // Gold costs 110 by now.
  await house.goTo('2026-11-02T12:00:00Z', '3421.382448')
  await reverse(sent, '1000')
  // 5 grams at 110.55.
  expect(await house.usd.owed(cat)).toBe('552.75')
  expect(await cat.debts()).toMatchObject({
    owed: '552.75',
    debts: [
      { cause: 'remittance', subject: sent.made.id, grams: '5', price: '110.55', owed: '552.75', left: '552.75' },
    ],
  })
  expect((await dashboard(cat)).attention[0]).toMatchObject({ kind: 'debt' })
  expect(await house.mailed(cat)).toContain('You owe us something')
  const send = () => cat.withBoth(transferUsdt, { receiver: 'friend', amount: '10' })
  expect((await send()).body.error.name).toBe('DebtOpen')
  // What lay there when it began is not taken.
  await house.settleAll()
  expect(await house.usd.owed(cat)).toBe('552.75')
  await house.give(cat.id, 'USDT', '100')
  await house.settleAll()
  expect(await house.usd.owed(cat)).toBe('452.75')
  await house.settleAll()
  expect(await house.usd.owed(cat)).toBe('452.75')
  const next = await cat.remit('1000')
  expect(next.made).toMatchObject({ state: 'Booked', arrived: '1000', settled: '452.75', booked: { fee: '2.74' } })
  expect(await house.usd.owed(cat)).toBe('0')
  const { owed, debts } = await cat.debts()
  expect(owed).toBe('0')
  expect(debts[0].settlements).toMatchObject([
    { by: 'credit', amount: '100', paid: { asset: 'USDT', amount: '100' } },
    { by: 'remittance', amount: '452.75', paid: { asset: 'USD', amount: '452.75' } },
  ])
  expect((await send()).status).toBe(200)
  expect(await house.mailed(cat)).toContain('Everything you owed is settled')
  // What had settled a debt is owed again when the bank takes it back.
  await reverse(next, '1000')
  expect(await house.usd.owed(cat)).toBe('452.75')
})

test('a debt that takes all of a remittance leaves nothing to book', async () => {
  const dan = await house.newRemitter('dan')
  const sent = await dan.remit('1000')
  await dan.endGca(sent.made.booked?.holding ?? '', 'USDT', '8')
  await reverse(sent, '1000')
  const next = await dan.remit('200')
  expect(next.made).toMatchObject({ state: 'Booked', settled: '200', booked: null })
  expect(Number(await house.usd.owed(dan))).toBe(684.4)
})

test('the customer settles with dollar tokens and the PIN, oldest first and no more than is owed', async () => {
  const eva = await house.newRemitter('eva', { USDAU: '50' })
  expect((await eva.settle('USDT', '10')).body.error.name).toBe('NothingOwed')
  const sent = await eva.remit('1000')
  const holding = sent.made.booked?.holding ?? ''
  await eva.endGca(holding, 'USDT', '4')
  await reverse(sent, '1000')
  const owed = Number(await house.usd.owed(eva))
  expect((await eva.settle('USDAU', '60')).body.error.name).toBe('BalanceTooLow')
  const without = await eva.posted('/debts/settle', { asset: 'USDT', amount: '1' })
  expect(without.body.error.name).toBe('StepUpRequired')
  const key = randomUUID()
  expect((await eva.settle('USDAU', '50', key)).body.data.owed).toBe(String(owed - 50))
  // Asked again with the same key it is the same answer.
  expect((await eva.settle('USDAU', '50', key)).body.data.owed).toBe(String(owed - 50))
  expect(await house.balance(eva, 'USDAU')).toBe('0')
  await house.give(eva.id, 'USDT', '1000')
  const before = Number(await house.balance(eva, 'USDT'))
  expect((await eva.settle('USDT', '5000')).body.data.owed).toBe('0')
  expect(before - Number(await house.balance(eva, 'USDT'))).toBeCloseTo(owed - 50, 6)
})

test('what waits to leave does not leave while something is owed', async () => {
  const at = new Date('2026-11-02T09:00:00Z')
  const facts = { now: at, frozen: false, verified: true, declined: false, heldUntil: null, usableFrom: at }
  const until = { waitsUntil: new Date('2026-11-09T09:00:00Z') }
  expect(releaseOf({ ...facts, ...until, owes: false })).toBe('send')
  expect(releaseOf({ ...facts, ...until, owes: true })).toBeInstanceOf(Date)
})

test('grams that are bound are still there and go back; only those that are gone are owed', async () => {
  const fay = await house.newRemitter('fay')
  const sent = await fay.remit('1000')
  const holding = sent.made.booked?.holding ?? ''
  await house.bind(fay.id, holding, 'withdrawing', '3')
  await house.bind(fay.id, holding, 'estate', '2')
  await reverse(sent, '1000')
  expect(await house.usd.owed(fay)).toBe('0')
  const [lot] = await fay.holdings('?product=GCA')
  expect(lot).toMatchObject({ state: 'Reversed', open: '0' })
})

test('money that is taken back before it was booked goes as it came', async () => {
  const gus = await house.newRemitter('gus')
  const made = await gus.announce('6000')
  const line = house.lineOf({ amount: '6000', account: gus.iban, reference: referenceOf(made) })
  await house.credit(line)
  await house.reversal(takenBack('1000'), line, made.id)
  expect(await gus.remittance(made.id)).toMatchObject({ state: 'Received', reason: 'taken-back' })
  expect(await house.usd.held(gus)).toBe('5000')
  await house.reversal(takenBack('5000'), line, made.id)
  expect(await gus.remittance(made.id)).toMatchObject({ state: 'Reversed' })
  expect(await house.usd.held(gus)).toBe('0')
  const other = await gus.announce('300')
  const stranger = house.lineOf({ amount: '300', name: 'Peter Jones', reference: referenceOf(other) })
  const before = Number(await house.usd.suspense())
  await house.credit(stranger)
  await house.reversal(takenBack('300'), stranger, other.id)
  expect((await gus.remittance(other.id)).state).toBe('Reversed')
  expect(Number(await house.usd.suspense())).toBe(before)
})

test('money that is taken back while it is being sent back is not sent as well', async () => {
  const hal = await house.newRemitter('hal')
  const made = await hal.announce('6000')
  const line = house.lineOf({ amount: '6000', account: 'NL91ABNA0417164300', reference: referenceOf(made) })
  await house.credit(line)
  await hal.posted(`/remittances/${made.id}/return`)
  await house.reversal(takenBack('2000'), line, made.id)
  expect(await hal.remittance(made.id)).toMatchObject({ state: 'Held', reason: 'taken-back' })
  expect(await house.usd.held(hal)).toBe('4000')
  expect(await house.paymentsOf(made.id)).toMatchObject([{ state: 'Cancelled' }])
})

test('where something fails in between, nothing of it is there', async () => {
  const ira = await house.newRemitter('ira')
  const made = await ira.announce('1000')
  const line = house.lineOf({ amount: '1000', account: ira.iban, reference: referenceOf(made) })
  const broken = new Error('killed')
  const breaking = (
    work: (tx: Parameters<NonNullable<NonNullable<RemitHouse['part']>['credit']>>[0]) => Promise<unknown>,
  ) =>
    inTransaction(house.db, async (tx) => {
      await work(tx)
      throw broken
    })
  await expect(breaking(async (tx) => house.part?.credit?.(tx, line))).rejects.toBe(broken)
  expect((await ira.remittance(made.id)).state).toBe('Announced')
  expect(await house.usd.held(ira)).toBe('0')
  await house.credit(line)
  // The booking's last statement fails: neither gold nor dollars have moved, and the next run books.
  await house.asTheOwner('alter table holdings add constraint stopped check (number < 0) not valid')
  expect(await house.book()).toMatchObject({ failed: 1 })
  expect(await house.usd.held(ira)).toBe('1000')
  expect((await ira.remittance(made.id)).state).toBe('Received')
  await house.asTheOwner('alter table holdings drop constraint stopped')
  expect(await house.book()).toMatchObject({ booked: 1 })
  const booked = await ira.remittance(made.id)
  await ira.endGca(booked.booked?.holding ?? '', 'USDT', '1')
  const back = takenBack('1000')
  await expect(breaking(async (tx) => house.part?.reversal?.(tx, back, { ...line, subject: made.id }))).rejects.toBe(
    broken,
  )
  expect(await house.usd.owed(ira)).toBe('0')
  expect((await ira.remittance(made.id)).state).toBe('Booked')
  await house.reversal(back, line, made.id)
  expect(Number(await house.usd.owed(ira))).toBeGreaterThan(0)
})
