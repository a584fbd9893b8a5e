import { swap } from '@ingot/endpoints/trade'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { formatDecimal, glanceOf } from '../../lib/local-format.ts'
import type { PendingTransaction } from '../../lib/pending-transaction.ts'
import { performTransaction, resumeTransaction, type Transaction } from '../../lib/transaction.ts'

const textOf = ({ asset, amount }: { asset: string; amount: string }) => {
  const { whole, decimals } = formatDecimal(glanceOf(amount, decimalsOf(asset)))
  return `${whole}${decimals} ${asset}`
}

const swapTransaction: Transaction<typeof swap> = {
  endpoint: swap,
  movementOf: ({ data }) => data.id,
  describe: ({ data }) => `You paid ${textOf(data.pay)} and received ${textOf(data.receive)}.`,
  // The page shows the new figures and asks again: what was shown is what is done.
  answeredByPage: ['QuoteExpired'],
}

export const performSwap = (quoteId: string) => performTransaction(swapTransaction, { body: { quoteId } })

export const isSwap = ({ endpoint }: PendingTransaction): boolean => endpoint === swap.name

export const resume = (pending: PendingTransaction) => resumeTransaction(swapTransaction, pending)
