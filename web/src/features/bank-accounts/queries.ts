import {
  addBankAccount,
  cancelBankAccountByMail,
  enterBankCode,
  preferBankAccount,
  proveBankAccount,
  removeBankAccount,
} from '@ingot/endpoints/bank-accounts'
import type { BankAccount } from '@ingot/endpoints/bank-fields'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { runSensitiveAction } from '../../lib/sensitive-action.ts'
import { accountName } from '../../lib/use-bank-accounts.ts'
import type { NewAccount, Proof } from './bank-data.ts'

/**
 * Whatever came of it, the page then shows how the accounts stand. Not through the transaction overlay: that keeps what was
 * sent until it is answered, and a number must not be kept in the browser.
 */
const useChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: ['bank-accounts'] }),
  })
}

/** Undefined when the customer gave the question up. */
export const useAddAccount = () =>
  useChange(({ body, ending }: { body: NewAccount; ending: string }) =>
    runSensitiveAction(
      addBankAccount,
      { body },
      (operation) => request(addBankAccount, { body, operation }),
      `Add the bank account ending ${ending}`,
    ),
  )

export const useProveAccount = (account: BankAccount) =>
  useChange((proof: Proof) => {
    const input = { params: { id: account.id }, body: { proof } }
    return runSensitiveAction(
      proveBankAccount,
      input,
      (operation) => request(proveBankAccount, { ...input, operation }),
      `Give another proof for ${accountName(account)}`,
    )
  })

export const usePreferAccount = (account: BankAccount) =>
  useChange(() => {
    const input = { params: { id: account.id } }
    return runSensitiveAction(
      preferBankAccount,
      input,
      (operation) => request(preferBankAccount, { ...input, operation }),
      `Offer ${accountName(account)} first`,
    )
  })

export const useRemoveAccount = (account: BankAccount) =>
  useChange(() => {
    const input = { params: { id: account.id } }
    return runSensitiveAction(
      removeBankAccount,
      input,
      (operation) => request(removeBankAccount, { ...input, operation }),
      `Remove ${accountName(account)}`,
    )
  })

export const useEnterCode = ({ id }: BankAccount) =>
  useChange((code: string) => request(enterBankCode, { params: { id }, body: { code } }))

export const useCancelByMail = () =>
  useMutation({ mutationFn: (token: string) => request(cancelBankAccountByMail, { body: { token } }) })
