import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { type Account, houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import type { Bank } from './bank.ts'
import type { SealedLine } from './file-pieces.ts'
import * as store from './line-store.ts'
import type { BankPart, Line, Taken } from './part.ts'
import * as paymentStore from './payment-store.ts'
import { handlersOf, paymentOf, usd } from './payments.ts'
import { takeBackReturn } from './returning.ts'
import { isUndoing, paymentMoves } from './rules.ts'

/** A line as it was written, opened. */
export const lineOf = ({ personalData }: Pick<Bank, 'personalData'>, row: store.LineRow): Line => ({
  id: row.id,
  number: row.number,
  statement: row.statement,
  direction: row.direction,
  // Of a line in suspense, what lies there.
  cents: BigInt(row.in_suspense ?? row.cents),
  currency: row.currency,
  bookedOn: row.booked_on,
  at: row.accepted_at,
  isReversal: row.is_reversal,
  returnCode: row.return_code,
  ...personalData.open<SealedLine>(row.id, 'bank-line', row.sealed),
  reference: row.reference,
  endToEndId: row.end_to_end_id,
  bankReference: row.bank_reference,
  undoes: row.undoes,
})

export const lockLine = async (tx: Tx, bank: Pick<Bank, 'personalData'>, id: string) => {
  const row = await store.lockLine(tx, id)
  return row && { line: lineOf(bank, row), state: row.state }
}

const outside = houseAccount('USD', 'outside')
const suspense = houseAccount('USD', 'suspense')
const bankAccount = houseAccount('USD', 'bank')
const inTransit = houseAccount('USD', 'in-transit')

const by = 'bank'

const postLine = (tx: Tx, line: Line, kind: string, between: { from: Account<'USD'>; to: Account<'USD'> }) =>
  post(tx, { reference: `bank-line:${line.id}`, kind, causedBy: by, moves: [move(usd(line.cents), between)] })

/** What works with a line: the engine and the features, and the moment. */
type Working = { bank: Bank; parts: readonly BankPart[]; at: Date }

const whyBack = ({ returnCode, text }: Line): string =>
  ['The bank sent it back.', returnCode, text].filter(Boolean).join(' ').slice(0, 200)

/** A payment of ours that came back, as the bank says. */
const takeReturn = async (tx: Tx, { parts, at }: Working, line: Line): Promise<Taken | undefined> => {
  if (!isUndoing(line)) return
  const { endToEndId, undoes } = line
  const row =
    (endToEndId !== null && (await paymentStore.findPayment(tx, { endToEndId }))) ||
    (undoes !== null && (await paymentStore.findPayment(tx, { bankReference: undoes })))
  if (!row || !['Sent', 'Paid'].includes(row.state) || line.cents > BigInt(row.cents)) return
  const payment = paymentOf(row)
  await postLine(tx, line, 'bank-returned', { from: outside, to: bankAccount })
  const why = whyBack(line)
  await advance(tx, paymentMoves, payment.id, { to: 'Returned', by, why, at, set: { done_at: at } })
  for (const { returned } of handlersOf(parts, payment)) await returned(tx, payment, { cents: line.cents, why, at })
  return { customer: payment.customer, subject: `payment:${payment.id}`, became: `Payment ${row.number} came back` }
}

/** Ours by the name that we gave it. It may have come back before it was seen to leave. */
const takePaid = async (tx: Tx, { parts, at }: Working, line: Line): Promise<Taken | undefined> => {
  if (isUndoing(line) || line.endToEndId === null) return
  const row = await paymentStore.findPayment(tx, { endToEndId: line.endToEndId })
  if (!row || row.line !== null || !['Sent', 'Returned'].includes(row.state) || line.cents !== BigInt(row.cents)) return
  const payment = paymentOf(row)
  await postLine(tx, line, 'bank-paid', { from: inTransit, to: outside })
  if (row.state === 'Returned') await paymentStore.noteLine(tx, payment.id, line.id)
  else {
    await advance(tx, paymentMoves, payment.id, { to: 'Paid', by, at, set: { line: line.id, done_at: at } })
    for (const { paid } of handlersOf(parts, payment)) await paid?.(tx, payment, at)
  }
  return { customer: payment.customer, subject: `payment:${payment.id}`, became: `Payment ${row.number} left` }
}

/** The line that another one undoes: by the bank's name of it, else by what both have in common. One alone, or none. */
const findOriginal = async (tx: Tx, bank: Bank, line: Line): Promise<store.LineRow | undefined> => {
  if (line.undoes !== null) {
    const [named, second] = await store.findOriginal(tx, { bankReference: line.undoes }, line.cents)
    if (named && !second) return named
  }
  if (line.endToEndId === null || line.account === null) return
  const alike = await store.findOriginal(tx, { endToEndId: line.endToEndId }, line.cents)
  const same = alike.filter((row) => lineOf(bank, row).account === line.account)
  return same.length === 1 ? same[0] : undefined
}

/** Money that had come and that the bank takes back: from suspense where it still lies there, else from whoever took it. */
const takeReversal = async (tx: Tx, working: Working, line: Line): Promise<Taken | undefined> => {
  const { bank, parts, at } = working
  if (!isUndoing(line)) return
  const row = await findOriginal(tx, bank, line)
  if (!row) return
  const original = lineOf(bank, row)
  if (row.state === 'New') throw new Error(`line ${row.number} has to become something before it is taken back`)
  const inSuspense =
    row.state === 'Returning'
      ? await takeBackReturn(tx, original, { by, at })
      : row.in_suspense && BigInt(row.in_suspense)
  if (inSuspense) {
    if (inSuspense < line.cents) return
    await postLine(tx, line, 'bank-taken-back', { from: suspense, to: outside })
    await store.moveLine(tx, row.id, 'Reversed', { by, at }, `Taken back by line ${line.number}`)
    return { customer: null, subject: `line:${row.id}`, became: `Takes line ${row.number} back` }
  }
  if (row.state !== 'Taken' || row.subject === null) return
  for (const { reversal } of parts) {
    const taken = await reversal?.(tx, line, { ...original, subject: row.subject })
    if (!taken) continue
    // Of what was taken back in part, the rest may follow.
    if (line.cents === original.cents)
      await store.moveLine(tx, row.id, 'Reversed', { by, at }, `Taken back by line ${line.number}`)
    return taken
  }
  return
}

const takeCredit = async (tx: Tx, working: Working, line: Line): Promise<Taken | undefined> => {
  const back = await takeReturn(tx, working, line)
  if (back) return back
  for (const { credit } of working.parts) {
    const taken = await credit?.(tx, line)
    if (taken) return taken
  }
  return
}

/** Makes of a line what it is, once: it is locked, and nobody has worked it. */
const workLine = async (tx: Tx, working: Working, row: store.LineRow): Promise<void> => {
  const { bank, at } = working
  const line = lineOf(bank, row)
  const taken =
    line.direction === 'in'
      ? await takeCredit(tx, working, line)
      : ((await takePaid(tx, working, line)) ?? (await takeReversal(tx, working, line)))
  if (taken) return store.takeLine(tx, line.id, taken, { by, at })
  if (line.direction === 'in') {
    await postLine(tx, line, 'bank-suspense', { from: outside, to: suspense })
    return store.suspendLine(tx, line.id, line.cents, { by, at })
  }
  await postLine(tx, line, 'bank-unexplained', { from: bankAccount, to: outside })
  return store.moveLine(tx, line.id, 'Unexplained', { by, at }, 'Nobody knows why this left')
}

/** Works the next line behind a place, in a transaction of its own; undefined when there is none. */
export const workNext = async (
  tx: Tx,
  working: Working,
  after: { statement: string; place: number } | null,
  onFound: (row: store.LineRow) => void,
): Promise<boolean> => {
  await store.lockLines(tx)
  const row = await store.nextLine(tx, after)
  if (!row) return false
  onFound(row)
  await workLine(tx, working, row)
  return true
}
