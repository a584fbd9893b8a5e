import * as calls from '@ingot/endpoints/debts'
import { type Binding, bind } from '../../bind.ts'
import type { Debts } from './debts.ts'
import { debtsOfCustomer, settleNow } from './settling.ts'

export const debtRoutes = (debts: Debts): Binding[] => [
  bind(calls.readDebts, ({ person }) => debtsOfCustomer(debts.db, person.id)),
  bind(calls.settleDebt, ({ person, body, operation, useGrants }) =>
    settleNow(debts, { person, operation, useGrants }, body),
  ),
]
