import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { allEndpoints } from '@ingot/endpoints/all'
import type { Payment } from '@ingot/endpoints/payment-fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Given } from '../identity/test-grants.ts'
import { type BackHouse, createBackHouse } from './test-back.ts'
import type { Payer } from './test-payments.ts'

let house: BackHouse
let ann: Payer
let paid: Payment
let disputed: Payment
beforeAll(async () => {
  house = await createBackHouse()
  ann = await house.newSender('ann')
  disputed = await ann.pay('300')
  await house.clear(ann, disputed.id)
  paid = await ann.pay('400')
})
afterAll(() => house.close())

const holdingOf = ({ booked }: Payment): string => booked?.holding ?? ''
const nobody = '00000000-0000-4000-8000-000000000000'
const to = '0x00000000000000000000000000000000000000aa'

/** What is asked for of one whose grams are bound, and how that is refused. */
type Try = { given: (grams: string) => Given; refusal: string }
const refused = (refusal: string, given: Try['given']): Try => ({ given, refusal })

/**
 * Every call by which a customer moves value, trying to make grams leave that are bound. A call that is not here fails the test: it
 * is to be thought about first.
 */
const tries: Record<string, Try[]> = {
  requestGcaTerminate: [
    refused('UnitsBound', (grams) => ({
      body: { currency: 'USDT', trId: holdingOf(paid), partialAmount: grams },
    })),
    refused('UnitsBound', () => ({ body: { currency: 'QMGT', trId: holdingOf(disputed), partialAmount: '0.1' } })),
  ],
  partialTerminate: [
    refused('UnitsBound', (grams) => ({ params: { id: holdingOf(paid) }, body: { currency: 'USDT', units: grams } })),
  ],
  // At quotes of before it was disputed, below.
  terminate: [refused('QuoteExpired', () => ({ body: { quoteId: nobody } }))],
  convert: [refused('BalanceTooLow', (grams) => ({ body: { amount: grams } }))],
  sellToken: [refused('BalanceTooLow', (grams) => ({ body: { amount: grams } }))],
  swap: [refused('QuoteExpired', () => ({ body: { quoteId: nobody } }))],
  purchase: [refused('QuoteExpired', () => ({ body: { quoteId: nobody } }))],
  purchaseInGroup: [refused('NotFound', () => ({ params: { id: nobody }, body: { quoteId: nobody } }))],
  beginStake: [refused('NotUpline', (grams) => ({ body: { amount: grams } }))],
  transferQmgt: [refused('BalanceTooLow', (grams) => ({ body: { receiver: 'friend', amount: grams } }))],
  transferUsdt: [refused('BalanceTooLow', () => ({ body: { receiver: 'friend', amount: '1000' } }))],
  transferUsdau: [refused('BalanceTooLow', () => ({ body: { receiver: 'friend', amount: '1000' } }))],
  requestPayout: [
    refused('NotFound', () => ({ body: { account: nobody, asset: 'USDT', amount: '20', receive: '18' } })),
    refused('InvalidInput', () => ({ body: { account: nobody, asset: 'GCA', amount: '20', receive: '18' } })),
  ],
  // What was chosen for it is free, or it was not chosen.
  requestWithdrawal: [refused('NotFound', () => ({ body: { choice: nobody } }))],
  settleDebt: [
    refused('NothingOwed', () => ({ body: { asset: 'USDT', amount: '1' } })),
    refused('InvalidInput', () => ({ body: { asset: 'GCA', amount: '1' } })),
  ],
}

/** Those that move dollars or nothing: what they take cannot be grams under a contract. */
const others = [
  ...['makePlan', 'changePlan', 'endPlan', 'pausePlan', 'resumePlan', 'skipDue', 'makeAlert', 'makeGroup'],
  ...['openTicket', 'replyTicket'],
  ...['addBankAccount', 'preferBankAccount', 'proveBankAccount', 'removeBankAccount', 'addAddress', 'cancelPayout'],
  ...['chooseSecretAgain'],
  ...['addDeliveryAddress', 'cancelWithdrawal', 'disputeWithdrawal', 'confirmNominees', 'withdrawNominees'],
  // One receives, one says that one lives, one takes data along, and the last takes an account that is empty.
  ...['acceptInheritance', 'vetoEstate', 'askForExitPack', 'closeAccount'],
  ...['claimToken', 'sellVested', 'leaveStake', 'stayStaked', 'renewStake', 'withdrawRequest'],
  ...['announceRemittance', 'cancelRemittance', 'returnRemittance', 'addSlip', 'startPayment', 'cancelPayment'],
]

const standing = async () => ({
  bound: await house.gca(ann, 'clearing'),
  free: await house.gca(ann, 'available'),
  holdings: (await ann.holdings('?product=GCA')).map(({ id, open, available, state }: Record<string, string>) => ({
    ...{ id, open, available, state },
  })),
  position: (await ann.positions()).GCA,
})

test('every call that moves value is in the table', () => {
  const calls = allEndpoints.filter(
    ({ method, idempotent, gate }) => method !== 'GET' && idempotent && gate !== 'operator',
  )
  expect(calls.map(({ name }) => name).toSorted()).toEqual([...Object.keys(tries), ...others].toSorted())
})

test('grams that are bound cannot leave by any of them, nor at a quote of before', async () => {
  const quote = await ann.quoteTermination({ holding: holdingOf(disputed), currency: 'USDT' })
  expect(quote.status).toBe(200)
  await house.tell(house.cards.dispute(disputed.id))
  await house.newSender('friend')
  await house.enrol(ann.client)
  const before = await standing()
  expect(before).toMatchObject({ free: '0', position: { available: '0' } })
  const grams = paid.booked?.grams ?? ''
  for (const [name, all] of Object.entries(tries))
    for (const { given, refusal } of all) {
      const endpoint = allEndpoints.find((each) => each.name === name)
      if (!endpoint) throw new Error(`there is no ${name}`)
      const { body } = await house.withBoth(ann, endpoint, given(grams))
      expect(body.error?.name, name).toBe(refusal)
    }
  expect((await ann.terminateAt(quote.body.data.id)).body.error.name).toBe('StateChanged')
  for (const wanted of [{ holding: holdingOf(paid) }, { product: 'GCA' }, { product: 'GCA', units: '0.5' }])
    expect((await ann.quoteTermination({ ...wanted, currency: 'USDT' })).body.error.name).toBe('UnitsBound')
  expect((await ann.client.post('/transfer', { receiver: to, amount: grams, asset: 'GCA' })).status).toBe(400)
  expect(await standing()).toEqual(before)
  expect(await house.wrong()).toBeUndefined()
})

test('the books are found to be wrong where grams are free too early, bound without need, or dollars are missing', async () => {
  const asTheOwner = (text: string) => runAsOwner(asOwner(house.databaseUrl), text)
  const set = (id: string, text: string) =>
    sql`update card_payments set ${sql.raw(text)} where id = ${id}`.execute(house.db)
  const found: [tamper: () => Promise<unknown>, undo: () => Promise<unknown>, words: string][] = [
    [
      () =>
        asTheOwner(
          `update card_payments set holding = null, booked_at = null, is_at_lock = null where id = '${paid.id}'`,
        ),
      () => set(paid.id, `holding = '${holdingOf(paid)}', booked_at = now(), is_at_lock = true`),
      'has grams that are bound, and no card payment',
    ],
    [
      () =>
        asTheOwner(
          `alter table card_payments disable trigger user; update card_payments set state = 'Cleared' where id = '${paid.id}'`,
        ),
      () => set(paid.id, "state = 'Booked'"),
      'has grams that are bound without need',
    ],
    [
      () => set(paid.id, 'refunded_cents = 100'),
      () => set(paid.id, 'refunded_cents = 0'),
      'do not go with what went back',
    ],
    [() => set(paid.id, 'fee_cents = 1'), () => set(paid.id, 'fee_cents = 1200'), 'was booked with another amount'],
    [
      () => set(paid.id, 'refunded_cents = cents'),
      () => set(paid.id, 'refunded_cents = 0'),
      'is in a state that does not follow from what went back',
    ],
  ]
  for (const [tamper, undo, words] of found) {
    await tamper()
    expect(await house.verify()).toContain(words)
    await undo()
    expect(await house.verify()).toBeUndefined()
  }
})
