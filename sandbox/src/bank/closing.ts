import type { Books, Statement } from './books.ts'
import { writeStatement } from './camt.ts'
import { centsOf, type Movement, showCents, signedCents } from './movement.ts'
import type { CloseOptions } from './orders.ts'
import type { Transfers } from './transfers.ts'

/** By how much a sum is wrong when it is to be. */
const WRONG_BY = 100n

const isPlainCredit = ({ direction, returnCode }: Movement): boolean => direction === 'in' && returnCode === null

const entriesOf = (movements: Movement[], isBatch: boolean): Movement[][] => {
  const together = isBatch ? movements.filter(isPlainCredit) : []
  if (together.length < 2) return movements.map((movement) => [movement])
  return [together, ...movements.filter((each) => !isPlainCredit(each)).map((each) => [each])]
}

/** What is wrong in a file is wrong there alone: the bank itself knows better. */
export const written = (day: Omit<Statement, 'xml'>, iban: string): Statement => {
  const { version, batch, skipNumber, wrongSum } = day.options
  const entries = entriesOf(day.entries.flat(), batch)
  const closing = wrongSum ? showCents(centsOf(day.closing) + WRONG_BY) : day.closing
  const sequence = day.sequence + (skipNumber ? 1 : 0)
  return { ...day, entries, xml: writeStatement({ ...day, entries, iban, version, closing, sequence }) }
}

/** The next statement: everything that waits and is due, in the order in which it came. */
export const nextDay = (books: Books, transfers: Transfers, options: CloseOptions, until: string) => {
  const waiting = books.waiting()
  const isRejected = ({ outcome }: Movement): boolean => outcome === 'reject'
  const carried = waiting.filter((each) => !isRejected(each))
  const booked = carried.filter(books.isDue).flatMap((movement) => {
    const isPayment = movement.direction === 'out' && !movement.isReversal
    const comesBack = movement.outcome === 'return' || books.isClosed(movement.party.account)
    return isPayment && comesBack ? [movement, transfers.returnOf(movement, movement.outcomeCode, null)] : [movement]
  })
  const opening = books.balance()
  return {
    sequence: books.days().length + 1,
    from: books.days().at(-1)?.until ?? until,
    until,
    opening: showCents(opening),
    closing: showCents(booked.reduce((sum, movement) => sum + signedCents(movement), opening)),
    entries: booked.map((movement) => [movement]),
    pending: carried.filter((each) => !books.isDue(each)),
    rejected: waiting.filter(isRejected).map(({ id }) => id),
    options,
    sent: [],
    isHeld: options.hold,
  }
}
