import { newRow, type Part, savedRow } from '@ingot/db/batch'
import { amountOf } from '@ingot/money/amount'
import { bookAfterRow, bookRow } from './book-rows.ts'
import { type Book, bookAfter, type Sums } from './rules.ts'

/** QMGT that became gold of another kind, or came of it, and what it was worth in dollars then. */
type Converted = { kind: 'gave' | 'got'; units: bigint; worth: bigint }

/** The rows by which the position knows of it: there it is a sale or a purchase at that worth. */
export const conversionRows = (
  { customer, movement, at }: { customer: string; movement: string; at: Date },
  before: Book,
  { kind, units, worth }: Converted,
): Part[] => {
  const gold: Sums['pay'] = amountOf('QMGT', units)
  const dollars: Sums['pay'] = amountOf('USDT', worth)
  const after = bookAfter(before, kind === 'gave' ? { pay: gold, receive: dollars } : { pay: dollars, receive: gold })
  return [
    savedRow('trade_accounts', 'customer', { customer, ...bookRow(after) }),
    newRow('trade_conversions', {
      ...{ customer, movement, kind, units: String(units), worth_units: String(worth), at },
      ...bookAfterRow(after),
    }),
  ]
}
