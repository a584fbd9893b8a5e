import { thing } from '@ingot/db/states'
import type { LineState, PaymentState, StatementState } from '@ingot/endpoints/bank'
import { formatDecimal } from '@ingot/money/decimal'
import type { CamtLine, CamtParty } from '@ingot/providers/bank/camt053-pieces'
import { isValidIBAN } from 'ibantools'
import type { Line, PaymentOrder } from './part.ts'

export const statementMoves = thing<StatementState>({
  name: 'bank-statement',
  table: 'bank_statements',
  moves: { Waiting: ['Accepted', 'Refused'], Accepted: [], Refused: [] },
})

export const lineMoves = thing<LineState>({
  name: 'bank-line',
  table: 'bank_lines',
  moves: {
    New: ['Taken', 'Suspense', 'Unexplained'],
    // Of what had come, once the bank took it back.
    Taken: ['Reversed'],
    Suspense: ['Taken', 'Returning', 'Reversed'],
    // A return that comes back lies in suspense again.
    Returning: ['Returned', 'Suspense'],
    Returned: ['Suspense'],
    Reversed: [],
    Unexplained: ['Taken'],
  },
})

export const paymentMoves = thing<PaymentState>({
  name: 'bank-payment',
  table: 'bank_payments',
  moves: {
    Ready: ['Sent', 'Cancelled'],
    Sent: ['Paid', 'Returned', 'Failed'],
    Paid: ['Returned'],
    Returned: [],
    Failed: [],
    Cancelled: [],
  },
})

/** An account number as it is compared: capitals and digits alone. */
export const foldAccount = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** What the bank and we call a payment: it fits the 35 characters of a bank, and nobody guesses it. */
export const endToEndIdOf = (payment: string): string => `IG${payment.replaceAll('-', '').slice(0, 30).toUpperCase()}`

/** Where a line came from, as a payment back to it needs it; undefined where the statement does not tell enough. */
export const senderOf = ({ account, bic }: Pick<Line, 'account' | 'bic'>): PaymentOrder['to'] | undefined => {
  if (account === null) return
  if (isValidIBAN(account)) return { iban: account }
  return bic === null ? undefined : { number: account, bic, bank: bic, country: bic.slice(4, 6) }
}

/** Whether a bank says that a line undoes another one. */
export const isUndoing = ({ isReversal, returnCode }: Pick<Line, 'isReversal' | 'returnCode'>): boolean =>
  isReversal || returnCode !== null

/**
 * Who is on the other side of a line. In what undoes another one both keep the parts they had in that, though not every bank
 * writes it so: whoever has an account that is not the house's own is the other one.
 */
export const otherSide = (line: CamtLine, own: string): CamtParty => {
  const [usual, swapped] = line.direction === 'in' ? [line.debtor, line.creditor] : [line.creditor, line.debtor]
  const [first, second] = isUndoing(line) ? [swapped, usual] : [usual, swapped]
  const isHouse = ({ account }: CamtParty) => account !== null && foldAccount(account) === own
  const isNobody = ({ account, name }: CamtParty) => account === null && name === null
  const other = isHouse(first) || (isNobody(first) && !isHouse(second)) ? second : first
  return { ...other, bic: other.bic ?? (isUndoing(line) ? (first.bic ?? second.bic) : null) }
}

const day = 24 * 3600_000

/** So many working days before a moment, Monday to Friday, by UTC. */
export const workingDaysBefore = (now: Date, days: number): Date => {
  let [at, left] = [now.getTime(), days]
  while (left > 0) {
    at -= day
    if (![0, 6].includes(new Date(at).getUTCDay())) left -= 1
  }
  return new Date(at)
}

/** Cents as they go over the wire: dollars as decimal text. */
export const textOf = (cents: bigint | string): string => formatDecimal({ value: BigInt(cents), scale: 2 })

/** Cents as people read them. */
export const dollarsOf = (cents: bigint): string => {
  const [sign, units] = cents < 0n ? ['−', -cents] : ['', cents]
  return `${sign}${units / 100n}.${String(units % 100n).padStart(2, '0')} USD`
}

/** What the chain of statements has to go on from. */
export type Before = { sequence: bigint; closing: bigint; until: string | null }

/** Banks may count anew with each year. */
const isNewYear = (before: Before, until: string | null): boolean =>
  before.until !== null && until !== null && until.slice(0, 4) > before.until.slice(0, 4)

const gapWords = ({ sequence: last }: Before, sequence: bigint): string =>
  sequence <= last
    ? `Statement ${sequence} was here before: the last one is ${last}.`
    : `A statement is missing: this is number ${sequence}, and the last one is ${last}.`

/** Why a number cannot be the next, as far as it can be told before the whole statement was read. */
export const gapBefore = (before: Before | undefined, sequence: bigint): string | undefined =>
  !before || sequence === before.sequence + 1n || sequence === 1n ? undefined : gapWords(before, sequence)

/** Why a statement does not go on from the one before, in words. */
export const breakBefore = (
  before: Before | undefined,
  next: { sequence: bigint; opening: bigint; until: string | null },
): string | undefined => {
  if (!before) return
  const isNext = next.sequence === before.sequence + 1n || (next.sequence === 1n && isNewYear(before, next.until))
  if (!isNext) return gapWords(before, next.sequence)
  if (next.opening === before.closing) return
  return `Statement ${next.sequence} begins with ${dollarsOf(next.opening)}, and the one before ended with ${dollarsOf(before.closing)}.`
}
