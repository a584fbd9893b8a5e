import { settleDebt } from '@ingot/endpoints/debts'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { amountWords } from '../../lib/amount-words.ts'
import type { PendingTransaction } from '../../lib/pending-transaction.ts'
import { performTransaction, resumeTransaction, type Transaction } from '../../lib/transaction.ts'

const settleTransaction: Transaction<typeof settleDebt> = {
  endpoint: settleDebt,
  movementOf: () => null,
  title: ({ data: { owed } }) => (/[1-9]/.test(owed) ? 'A part is settled' : 'Everything is settled'),
  describe: ({ data: { owed } }) =>
    /[1-9]/.test(owed)
      ? `You still owe ${amountWords({ asset: 'USD', amount: owed })}.`
      : 'Nothing is owed any more, and your account is open again.',
  answeredByPage: ['NothingOwed'],
}

export const performSettling = (body: BodyOf<typeof settleDebt>) =>
  performTransaction(settleTransaction, { body }, `Settle what you owe with ${amountWords(body)}`)

export const isOfDebts = ({ endpoint }: PendingTransaction): boolean => endpoint === settleDebt.name

export const resume = (pending: PendingTransaction): Promise<unknown> => resumeTransaction(settleTransaction, pending)
