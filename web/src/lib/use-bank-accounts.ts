import { listBankAccounts } from '@ingot/endpoints/bank-accounts'
import type { BankAccount } from '@ingot/endpoints/bank-fields'
import { useQuery } from '@tanstack/react-query'
import { request } from './call.ts'

const accountsPoll = 30_000

/** The customer's own bank accounts, and what is possible with them. Others decide about them, so they are asked for again. */
export const useBankAccounts = () =>
  useQuery({
    queryKey: ['bank-accounts'],
    queryFn: async ({ signal }) => (await request(listBankAccounts, {}, signal)).data,
    refetchInterval: accountsPoll,
    refetchOnWindowFocus: true,
  })

export type BankAccounts = NonNullable<ReturnType<typeof useBankAccounts>['data']>

/** An account by what may be shown of it. */
export const accountName = ({ bank, lastFour }: { bank: string | null; lastFour: string }): string =>
  `${bank ?? 'Account'} ending ${lastFour}`

/** Whether money may go to it now. */
export const isPayable = ({ state, payableFrom }: BankAccount, now = Date.now()): boolean =>
  state === 'Verified' && payableFrom !== null && Date.parse(payableFrom) <= now
