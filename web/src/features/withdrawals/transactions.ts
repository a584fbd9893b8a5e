import type { WithdrawalChoice } from '@ingot/endpoints/withdrawal-fields'
import { requestWithdrawal } from '@ingot/endpoints/withdrawals'
import type { PendingTransaction } from '../../lib/pending-transaction.ts'
import { performTransaction, resumeTransaction, type Transaction } from '../../lib/transaction.ts'
import { barWords, dealWords } from './withdrawal-words.ts'

/** Nothing leaves yet: it is set aside in the same wallet, and the overlay waits for no hash. */
const requesting: Transaction<typeof requestWithdrawal> = {
  endpoint: requestWithdrawal,
  movementOf: () => null,
  title: () => 'Withdrawal requested',
  describe: ({ data }) =>
    `${barWords(data.flatMap(({ bars }) => bars))}: the bars are kept for you, and grams and fees are set aside.\nYou can cancel until they are packed.`,
  // The page shows what can be had now, and asks again.
  answeredByPage: ['ChoiceExpired', 'AddressUnready', 'GoldTooNew', 'BalanceTooLow', 'ProductClosed'],
}

/** Asks for exactly what was chosen. */
export const performRequest = (choice: WithdrawalChoice) =>
  performTransaction(requesting, { body: { choice: choice.id } }, dealWords(choice))

export const isOfWithdrawals = ({ endpoint }: PendingTransaction): boolean => endpoint === requestWithdrawal.name

export const resume = (pending: PendingTransaction): Promise<unknown> => resumeTransaction(requesting, pending)
