import * as calls from '@ingot/endpoints/withdrawal-desk'
import { type Binding, bind } from '../../bind.ts'
import { pageOf } from '../../lists.ts'
import { deskList, readForDesk } from './desk.ts'
import {
  deliverWithdrawal,
  handOverWithdrawal,
  loseWithdrawal,
  readyWithdrawal,
  renewReleaseCode,
  returnWithdrawal,
  sendWithdrawal,
} from './handing.ts'
import { labelOf } from './label.ts'
import { packWithdrawal } from './packing.ts'
import { addPhoto, readPhoto } from './photos.ts'
import type { Withdrawals } from './withdrawals.ts'

export const deskRoutes = (withdrawals: Withdrawals): Binding[] => [
  bind(calls.listDeskWithdrawals, ({ person, query }) => pageOf(deskList(withdrawals, person), query)),
  bind(calls.readDeskWithdrawal, async ({ person, params }) => ({
    data: await readForDesk(withdrawals, person, params.id),
  })),
  bind(calls.packWithdrawal, ({ person, params, body, from, operation }) =>
    packWithdrawal(withdrawals, person, { ...body, id: params.id }, { from, operation }),
  ),
  bind(calls.sendWithdrawal, ({ person, params: { id }, body, operation }) =>
    sendWithdrawal(withdrawals, { person, id, operation }, body),
  ),
  bind(calls.readyWithdrawal, ({ person, params: { id }, operation }) =>
    readyWithdrawal(withdrawals, { person, id, operation }),
  ),
  bind(calls.handOverWithdrawal, ({ person, params: { id }, body, from, operation }) =>
    handOverWithdrawal(withdrawals, { person, id, operation, from }, body),
  ),
  bind(calls.renewReleaseCode, ({ person, params: { id }, body, operation }) =>
    renewReleaseCode(withdrawals, { person, id, operation }, body),
  ),
  bind(calls.returnWithdrawal, ({ person, params: { id }, body, operation }) =>
    returnWithdrawal(withdrawals, { person, id, operation }, body),
  ),
  bind(calls.deliverWithdrawal, ({ person, params: { id }, body, operation }) =>
    deliverWithdrawal(withdrawals, { person, id, operation }, body),
  ),
  bind(calls.loseWithdrawal, ({ person, params: { id }, body, operation }) =>
    loseWithdrawal(withdrawals, { person, id, operation }, body),
  ),
  bind(calls.labelOfWithdrawal, ({ person, params }) => labelOf(withdrawals, person, params.id)),
  bind(calls.addWithdrawalPhoto, async ({ person, params, body, from }) => ({
    data: await addPhoto(withdrawals, person, { id: params.id, sent: body.file }, from),
  })),
  bind(calls.readWithdrawalPhoto, ({ params }) => readPhoto(withdrawals, params.id, params.photo)),
]
