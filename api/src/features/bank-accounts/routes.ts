import * as calls from '@ingot/endpoints/bank-accounts'
import { type Binding, bind } from '../../bind.ts'
import type { Identity } from '../identity/identity.ts'
import type { BankAccounts } from './bank-accounts.ts'
import * as service from './service.ts'

export const bankAccountRoutes = (accounts: BankAccounts, identity: Identity): Binding[] => [
  bind(calls.listBankAccounts, async ({ person }) => ({ data: await service.listOwn(accounts, person) })),
  bind(calls.addBankAccount, ({ person, body, from, operation, useGrants }) =>
    service.addAccount(accounts, person, body, { from, operation, useGrants }),
  ),
  bind(calls.proveBankAccount, ({ person, params, body, from, operation, useGrants }) =>
    service.proveAccount(accounts, person, { ...params, ...body }, { from, operation, useGrants }),
  ),
  bind(calls.enterBankCode, async ({ person, params, body }) => ({
    data: await service.enterCode(accounts, person, params.id, body.code),
  })),
  bind(calls.preferBankAccount, ({ person, params, from, operation, useGrants }) =>
    service.preferAccount(accounts, person, params.id, { from, operation, useGrants }),
  ),
  bind(calls.removeBankAccount, ({ person, params, from, operation, useGrants }) =>
    service.removeAccount(accounts, person, params.id, { from, operation, useGrants }),
  ),
  bind(calls.cancelBankAccountByMail, async ({ body, from }) => {
    await service.cancelByMail(accounts, identity, body.token, from)
    return { data: { done: true as const } }
  }),
]
