import * as calls from '@ingot/endpoints/payouts'
import { type Binding, bind } from '../../bind.ts'
import { fileOf, pageOf } from '../../lists.ts'
import { cancelPayout, cancelPayoutByMail } from './ending.ts'
import { type Payouts, payoutTable, readPayout } from './payouts.ts'
import { quoteFor, requestPayout, rulesFor } from './requesting.ts'

export const payoutRoutes = (payouts: Payouts): Binding[] => [
  bind(calls.readPayoutRules, async ({ person }) => ({ data: await rulesFor(payouts, person.id) })),
  bind(calls.quotePayout, async ({ query }) => ({ data: await quoteFor(payouts, query) })),
  bind(calls.requestPayout, ({ person, body, from, operation, useGrants }) =>
    requestPayout(payouts, body, { customer: person.id, from, operation, useGrants }),
  ),
  bind(calls.listPayouts, ({ person, query }) => pageOf(payoutTable(payouts, person.id), query)),
  bind(calls.payoutFile, async ({ person, query }) => fileOf(payoutTable(payouts, person.id), query)),
  bind(calls.readPayout, async ({ person, params }) => ({ data: await readPayout(payouts, person.id, params.id) })),
  bind(calls.cancelPayout, ({ person, params, from, operation }) =>
    cancelPayout(payouts, { id: params.id, customer: person.id, from, operation }),
  ),
  bind(calls.cancelPayoutByMail, async ({ body, from }) => {
    await cancelPayoutByMail(payouts, body.token, from)
    return { data: { done: true as const } }
  }),
]
