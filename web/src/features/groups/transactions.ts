import type { GroupQuote } from '@ingot/endpoints/group-fields'
import { purchaseInGroup } from '@ingot/endpoints/groups'
import { dealWords, doneWords } from '../../lib/deal-words.ts'
import { ownWish } from '../../lib/paper-wish.ts'
import type { PendingTransaction } from '../../lib/pending-transaction.ts'
import { performTransaction, resumeTransaction, type Transaction } from '../../lib/transaction.ts'

const purchaseTransaction: Transaction<typeof purchaseInGroup> = {
  endpoint: purchaseInGroup,
  movementOf: ({ data }) => data.id,
  describe: ({ data }) => doneWords(data),
  // The page shows the new figures and asks again: what was shown is what is done.
  answeredByPage: ['QuoteExpired'],
}

export const performPurchase = (group: string) => (quote: GroupQuote) =>
  performTransaction(
    purchaseTransaction,
    { params: { id: group }, body: { quoteId: quote.id, ...ownWish() } },
    dealWords(quote),
  )

export const isOfGroups = ({ endpoint }: PendingTransaction): boolean => endpoint === purchaseInGroup.name

export const resume = (pending: PendingTransaction): Promise<unknown> => resumeTransaction(purchaseTransaction, pending)
