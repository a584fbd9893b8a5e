import type { ConvertQuote, PurchaseQuote, Terminated, TerminationQuote } from '@ingot/endpoints/holding-fields'
import { convert, partialTerminate, purchase, requestGcaTerminate, terminate } from '@ingot/endpoints/holdings'
import { amountWords } from '../../lib/amount-words.ts'
import { dealWords, doneWords } from '../../lib/deal-words.ts'
import { ownWish } from '../../lib/paper-wish.ts'
import type { PendingTransaction } from '../../lib/pending-transaction.ts'
import { performTransaction, resumeTransaction, type Transaction } from '../../lib/transaction.ts'

const purchaseTransaction: Transaction<typeof purchase> = {
  endpoint: purchase,
  movementOf: ({ data }) => data.id,
  describe: ({ data }) => doneWords(data),
  // The page shows the new figures and asks again: what was shown is what is done.
  answeredByPage: ['QuoteExpired'],
}

const convertTransaction: Transaction<typeof convert> = {
  endpoint: convert,
  movementOf: ({ data }) => data.id,
  describe: ({ data }) => doneWords(data),
  answeredByPage: ['QuoteExpired'],
}

const endedWords = ({ pay, gross, fee, receive }: Terminated): string => {
  const ended = `You ended ${amountWords(pay)} and received ${amountWords(receive)}.`
  return /[1-9]/.test(fee.amount)
    ? `${ended}\nIt brought ${amountWords(gross)}, and the fee was ${amountWords(fee)}.`
    : ended
}

const ending = {
  movementOf: ({ data }: { data: Terminated }) => data.id,
  describe: ({ data }: { data: Terminated }) => endedWords(data),
  answeredByPage: ['QuoteExpired'],
} as const

const terminationTransaction: Transaction<typeof terminate> = { endpoint: terminate, ...ending }
const partialTransaction: Transaction<typeof partialTerminate> = { endpoint: partialTerminate, ...ending }
const gcaTransaction: Transaction<typeof requestGcaTerminate> = { endpoint: requestGcaTerminate, ...ending }

export const performPurchase = (quote: PurchaseQuote) =>
  performTransaction(purchaseTransaction, { body: { quoteId: quote.id, ...ownWish() } }, dealWords(quote))

export const performConvert = (quote: ConvertQuote) =>
  performTransaction(
    convertTransaction,
    { body: { amount: quote.pay.amount, quoteId: quote.id, ...ownWish() } },
    dealWords(quote),
  )

/** Ends units of the one holding that was chosen, or else what the quote says, holding by holding. */
export const performTermination = (quote: TerminationQuote, holding: string | undefined) => {
  const deal = `End ${amountWords(quote.pay)}, receive ${amountWords(quote.receive)}`
  const [units, currency] = [quote.pay.amount, quote.receive.asset]
  const at = { quoteId: quote.id, ...ownWish() }
  if (holding === undefined) return performTransaction(terminationTransaction, { body: at }, deal)
  if (quote.product === 'GCA')
    return performTransaction(gcaTransaction, { body: { currency, trId: holding, partialAmount: units, ...at } }, deal)
  return performTransaction(partialTransaction, { params: { id: holding }, body: { currency, units, ...at } }, deal)
}

const ways: Record<string, (pending: PendingTransaction) => Promise<unknown>> = {
  [purchase.name]: (pending) => resumeTransaction(purchaseTransaction, pending),
  [convert.name]: (pending) => resumeTransaction(convertTransaction, pending),
  [terminate.name]: (pending) => resumeTransaction(terminationTransaction, pending),
  [partialTerminate.name]: (pending) => resumeTransaction(partialTransaction, pending),
  [requestGcaTerminate.name]: (pending) => resumeTransaction(gcaTransaction, pending),
}

/** Whether it began on one of these pages, each of which knows how to ask for it. */
export const isOfHoldings = ({ endpoint }: PendingTransaction): boolean => Object.hasOwn(ways, endpoint)

export const resume = async (pending: PendingTransaction): Promise<unknown> => ways[pending.endpoint]?.(pending)
