import type { Payment } from '@ingot/endpoints/payment-fields'
import { bankDay, idOf } from '../../lib/test-bank.ts'
import { type Answers, ok, page } from '../../lib/test-server.ts'
import type { Paying } from './queries.ts'

export const rules: Paying = {
  ...{ least: '10', most: '500', left: '900', mostPer30Days: '1000', feeBasisPoints: 300, lockMinutes: 30 },
  ...{ clearingDays: 14, isTrusted: false, trustedFrom: null, estimate: null },
  trusted: { afterDays: 90, most: '2000', mostPer30Days: '5000', clearingDays: 7 },
}

const estimate = { amount: '100', fee: '3', saved: '97', price: '133.12', grams: '0.728665' }

const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

const made = minutes(-2)

export const open: Payment = {
  ...{ id: idOf('a'), number: '7', state: 'Open', reason: null, amount: '100', fee: '3', saved: '97', price: '133.12' },
  ...{ grams: '0.728665', lockedUntil: minutes(28), createdAt: made, paidAt: null, endedAt: null, clearsAt: null },
  ...{ url: 'https://cards.example/checkout/1', refunded: '0', lost: '0', booked: null, mayCancel: true },
  history: [
    { state: 'Created', at: made },
    { state: 'Open', at: made },
  ],
}

export const booked: Payment = {
  ...open,
  ...{ state: 'Booked', paidAt: minutes(-1), url: null, clearsAt: '2026-12-02T12:00:00.000Z', mayCancel: false },
  booked: {
    ...{ grams: '0.728665', price: '133.12', isAtLock: true, holding: idOf('b'), note: idOf('c') },
    movement: { id: idOf('d'), type: 'payment' },
  },
  history: [...open.history, { state: 'Booked', at: minutes(-1) }],
}

export const oneOf = (id: string) => `GET /payments/${id}`

/** What the pages about card payments ask for on a usual day. */
export const payDay: Answers = {
  ...bankDay,
  'GET /payments/rules': ({ params }) => ok(params.amount ? { ...rules, estimate } : rules),
  'GET /payments': page([]),
  'POST /payments': ok(open),
  [oneOf(open.id)]: ok(open),
}
