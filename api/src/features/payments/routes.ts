import * as calls from '@ingot/endpoints/payments'
import { type Binding, bind } from '../../bind.ts'
import { fileOf, pageOf } from '../../lists.ts'
import { paymentList, readOne } from './history.ts'
import { receiveMessage } from './messages.ts'
import type { Payments } from './payments.ts'
import { cancel, readRules, start } from './starting.ts'

export const paymentRoutes = (payments: Payments): Binding[] => [
  bind(calls.readPaying, ({ person, query }) => readRules(payments, person, query)),
  bind(calls.startPayment, ({ person, body, operation }) => start(payments, { person, operation }, body.amount)),
  bind(calls.listPayments, ({ person, query }) => pageOf(paymentList(payments, person.id), query)),
  bind(calls.paymentFile, async ({ person, query }) => fileOf(paymentList(payments, person.id), query)),
  bind(calls.readPayment, async ({ person, params }) => ({ data: await readOne(payments, person.id, params.id) })),
  bind(calls.cancelPayment, ({ person, params, operation }) => cancel(payments, { person, operation }, params.id)),
  bind(calls.receivePaymentWebhook, async ({ signed, from }) => {
    await receiveMessage(payments, signed, from)
    return { data: { received: true as const } }
  }),
]
