import { type Quote, swap } from '@ingot/endpoints/trade'
import { dealWords, doneWords } from '../../lib/deal-words.ts'
import type { PendingTransaction } from '../../lib/pending-transaction.ts'
import { performTransaction, resumeTransaction, type Transaction } from '../../lib/transaction.ts'

const swapTransaction: Transaction<typeof swap> = {
  endpoint: swap,
  movementOf: ({ data }) => data.id,
  describe: ({ data }) => doneWords(data),
  // The page shows the new figures and asks again: what was shown is what is done.
  answeredByPage: ['QuoteExpired'],
}

export const performSwap = (quote: Quote) =>
  performTransaction(swapTransaction, { body: { quoteId: quote.id } }, dealWords(quote))

export const isSwap = ({ endpoint }: PendingTransaction): boolean => endpoint === swap.name

export const resume = (pending: PendingTransaction) => resumeTransaction(swapTransaction, pending)
