import { customerAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { verifyLedger } from '@ingot/ledger/verify'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { expect, test } from 'vitest'
import { createGroups } from '../groups/test-groups.ts'
import { createBackHouse } from '../payments/test-back.ts'
import { createRemitHouse } from '../remittances/test-remittances.ts'
import { createBooking } from './test-booking.ts'

type House = Pick<Awaited<ReturnType<typeof createGroups>>, 'db'>

const verdict = async ({ db }: House) => {
  const found = await verifyLedger(db, undefined)
  return 'wrong' in found ? found.wrong : 'all is right'
}
const lies = async ({ db }: House, customer: string, asset: Asset, purpose: 'available' | 'withdrawing') =>
  formatAmount(await balanceOf<Asset>(db, customerAccount(customer, asset, purpose)))

test('what is delivered of a purchase in a group issues another certificate, which says what is left', async () => {
  const house = await createGroups()
  const books = createBooking({ db: house.db, now: house.now, issuing: house.kyc })
  const ann = await house.newMember('ann-lee')
  const group = await house.newGroup(ann)
  expect((await ann.buyIn(group, '402')).status).toBe(200)
  const [{ holding }] = await ann.purchases(group)
  const [one = '', other = ''] = await books.bars('1', '1')
  const asked = { customer: ann.id, holding, asset: 'GDS' as const, parcels: [[one], [other]] }
  const [first = '', second = ''] = await books.request(asked)
  expect(await verdict(house)).toBe('all is right')
  await books.approve(first)
  await books.pack(first)
  const [{ certificate }] = await ann.purchases(group)
  expect(await ann.certificate(group, certificate.id)).toMatchObject({ version: 2, units: '3.98', left: '2.9801' })
  await books.end(second)
  expect(await ann.holding(holding)).toMatchObject({ state: 'Active', open: '2.9801', available: '2.9801' })
  expect(await verdict(house)).toBe('all is right')
  await house.close()
})

test('grams that a bank took back meanwhile do not leave, and what is given back is what is left', async () => {
  const house = await createRemitHouse()
  await house.fundBank('10000')
  const books = createBooking({ db: house.db, now: house.now, issuing: house.kyc })
  const fay = await house.newRemitter('fay', { USDT: '500' })
  const sent = await fay.remit('1000')
  const holding = sent.made.booked?.holding ?? ''
  const [five = '', one = ''] = await books.bars('5', '1')
  const asked = { customer: fay.id, holding, asset: 'GCA' as const, parcels: [[five], [one]] }
  const [first = '', second = ''] = await books.request(asked)
  for (const id of [first, second]) await books.approve(id)
  const back = house.lineOf({ amount: '600', direction: 'out', isReversal: true })
  await house.reversal(back, sent.line, sent.made.id)
  const left = Number(await lies(house, fay.id, 'GCA', 'withdrawing'))
  expect(left).toBeGreaterThan(1)
  expect(left).toBeLessThan(5)
  expect(await verdict(house)).toBe('all is right')
  await expect(books.pack(first)).rejects.toMatchObject({ error: 'StateChanged' })
  await books.end(first, 'Refused')
  await books.end(second, 'Refused')
  expect(await lies(house, fay.id, 'GCA', 'withdrawing')).toBe('0')
  expect(Number(await lies(house, fay.id, 'GCA', 'available'))).toBeCloseTo(left, 9)
  expect(await lies(house, fay.id, 'USDT', 'available')).toBe('500')
  expect(await verdict(house)).toBe('all is right')
  await house.close()
})

test('while a card payment is disputed nothing of its holding leaves, and what is given back is bound with the rest', async () => {
  const house = await createBackHouse()
  const books = createBooking({ db: house.db, now: house.now, issuing: house.kyc })
  const bob = await house.newPayer('bob', { USDT: '500' })
  const { id, booked } = await bob.pay('300')
  await house.clear(bob, id)
  await bob.awake()
  const holding = booked?.holding ?? ''
  const [one = '', other = ''] = await books.bars('1', '1')
  const asked = { customer: bob.id, holding, asset: 'GCA' as const, parcels: [[one], [other]] }
  const [first = '', second = ''] = await books.request(asked)
  for (const each of [first, second]) await books.approve(each)
  await house.tell(house.cards.dispute(id))
  await expect(books.pack(first)).rejects.toMatchObject({ error: 'StateChanged' })
  await books.end(second)
  const bound = await bob.holding(holding)
  expect(bound.available).toBe('0')
  expect(Number(bound.clearing.units)).toBeCloseTo(Number(bound.open) - 0.9999, 9)
  expect(await verdict(house)).toBe('all is right')
  await house.tell(house.cards.close(id, 'won'))
  await books.pack(first)
  const rest = await bob.holding(holding)
  expect(rest).toMatchObject({ available: rest.open, clearing: null })
  expect(await verdict(house)).toBe('all is right')
  await house.close()
})
