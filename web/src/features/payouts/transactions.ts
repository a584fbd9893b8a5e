import type { BankAccount } from '@ingot/endpoints/bank-fields'
import { requestPayout } from '@ingot/endpoints/payouts'
import { amountWords } from '../../lib/amount-words.ts'
import type { PendingTransaction } from '../../lib/pending-transaction.ts'
import { performTransaction, resumeTransaction, type Transaction } from '../../lib/transaction.ts'
import { accountName } from '../../lib/use-bank-accounts.ts'
import { dealWords } from './payout-words.ts'
import type { PayoutQuote } from './queries.ts'

/** Nothing leaves yet: it is set aside, and the overlay waits for no hash. */
const payoutTransaction: Transaction<typeof requestPayout> = {
  endpoint: requestPayout,
  movementOf: () => null,
  title: () => 'Payout requested',
  describe: ({ data: { asset, amount, receive, account } }) =>
    `${amountWords({ asset, amount })} is set aside, and ${amountWords({ asset: 'USD', amount: receive })} goes to ${accountName(account)} once we have checked it.\nYou can cancel it until then.`,
  // The form shows the new figures and asks again: what was shown is what is done.
  answeredByPage: ['FeeChanged', 'PayoutLimitReached'],
}

/** Asks for exactly what the quote showed. */
export const performPayout = ({ asset, amount, receive }: PayoutQuote, account: BankAccount) =>
  performTransaction(
    payoutTransaction,
    { body: { asset, amount, account: account.id, receive } },
    dealWords({ asset, amount, receive, account }),
  )

export const isOfPayouts = ({ endpoint }: PendingTransaction): boolean => endpoint === requestPayout.name

export const resume = (pending: PendingTransaction): Promise<unknown> => resumeTransaction(payoutTransaction, pending)
