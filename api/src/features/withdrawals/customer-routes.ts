import * as calls from '@ingot/endpoints/withdrawals'
import { type Binding, bind } from '../../bind.ts'
import { fileOf, pageOf } from '../../lists.ts'
import { addAddress, removeAddress } from './addresses.ts'
import { chooseBars, releaseBars } from './choosing.ts'
import { readWithdrawal, withdrawalTable } from './details.ts'
import { cancelByMail, cancelWithdrawal, disputeWithdrawal } from './ending.ts'
import { offerFor } from './offer.ts'
import { releaseParcel } from './release.ts'
import { requestWithdrawal } from './requesting.ts'
import type { Withdrawals } from './withdrawals.ts'

const done = { data: { done: true as const } }

export const withdrawalRoutes = (withdrawals: Withdrawals): Binding[] => [
  bind(calls.readWithdrawalOffer, async ({ person }) => ({ data: await offerFor(withdrawals, person.id) })),
  bind(calls.chooseBars, async ({ person, body, from }) => ({
    data: await chooseBars(withdrawals, person.id, body, from),
  })),
  bind(calls.releaseBars, async ({ person, params }) => {
    await releaseBars(withdrawals, person.id, params.id)
    return done
  }),
  bind(calls.requestWithdrawal, ({ person, body, from, operation, useGrants }) =>
    requestWithdrawal(withdrawals, body.choice, { customer: person.id, from, operation, useGrants }),
  ),
  bind(calls.listWithdrawals, ({ person, query }) => pageOf(withdrawalTable(withdrawals, person.id), query)),
  bind(calls.withdrawalFile, async ({ person, query }) => fileOf(withdrawalTable(withdrawals, person.id), query)),
  bind(calls.readWithdrawal, async ({ person, params }) => ({
    data: await readWithdrawal(withdrawals, person.id, params.id),
  })),
  bind(calls.cancelWithdrawal, ({ person, params, from, operation }) =>
    cancelWithdrawal(withdrawals, { id: params.id, customer: person.id, from, operation }),
  ),
  bind(calls.cancelWithdrawalByMail, async ({ body, from }) => {
    await cancelByMail(withdrawals, body.token, from)
    return done
  }),
  bind(calls.disputeWithdrawal, ({ person, params, body, from, operation }) =>
    disputeWithdrawal(withdrawals, body.words, { id: params.id, customer: person.id, from, operation }),
  ),
  bind(calls.addDeliveryAddress, ({ person, body, from, operation, useGrants }) =>
    addAddress(withdrawals, body, { customer: person.id, from, operation, useGrants }),
  ),
  bind(calls.removeDeliveryAddress, async ({ person, params, from }) => {
    await removeAddress(withdrawals, { customer: person.id, id: params.id, from })
    return done
  }),
  bind(calls.releaseParcel, async ({ body, from }) => {
    await releaseParcel(withdrawals, body, from)
    return done
  }),
]
