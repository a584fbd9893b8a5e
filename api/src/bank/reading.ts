import { createHash, randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { camtLimits, readCamt053 } from '@ingot/providers/bank/camt053'
import { type CamtBegin, type CamtEnd, type CamtLine, refuse } from '@ingot/providers/bank/camt053-pieces'
import type { Bank, HouseAccount } from './bank.ts'
import { breakBefore, dollarsOf, foldAccount, gapBefore, otherSide } from './rules.ts'
import * as store from './store.ts'

const currency = 'USD'

/** So many lines are written at once. */
const linesAtOnce = 500

/** A file with a statement, which can be read from its beginning as often as it takes. */
export type Brought = {
  name: string
  open: () => AsyncIterable<Uint8Array>
  /** The operator who brought it; null for the bank's own channel. */
  by: { operator: string; reason: string } | null
  at: Date
}

/** What is kept of a line so that nobody reads it without the key. */
export type SealedLine = {
  name: string | null
  ultimateName: string | null
  account: string | null
  bic: string | null
  text: string
}

const oneLine = (text: string | null): string | null => text?.replaceAll(/\s+/g, ' ') ?? null

/** By which a line is known again. Two that are alike in one statement are two; none of them is there again in another. */
const createFingerprints = (account: string) => {
  const seen = new Map<string, number>()
  return (line: CamtLine): Buffer => {
    const { bankReference, direction, cents, bookedOn, isReversal, endToEndId, transactionId } = line
    const said = bankReference === null ? [line.text, line.reference, line.debtor.name, line.creditor.name] : []
    const what = [
      account,
      bankReference,
      direction,
      String(cents),
      bookedOn,
      isReversal,
      endToEndId,
      transactionId,
      said,
    ]
    const alike = createHash('sha256').update(JSON.stringify(what)).digest('base64')
    const before = seen.get(alike) ?? 0
    seen.set(alike, before + 1)
    return createHash('sha256').update(`${alike} ${before}`).digest()
  }
}

const createRows = (bank: Pick<Bank, 'personalData'>, account: string) => {
  const fingerprintOf = createFingerprints(account)
  let place = 0
  return (line: CamtLine, sequence: bigint): store.NewLine => {
    place += 1
    const id = randomUUID()
    const { name, ultimateName, account: written, bic } = otherSide(line, account)
    const number = written === null ? null : foldAccount(written)
    const sealed: SealedLine = {
      ...{ name: oneLine(name), ultimateName: oneLine(ultimateName), account: number, bic },
      text: oneLine(line.text) ?? '',
    }
    return {
      ...{ id, place, sequence: String(sequence), direction: line.direction, cents: String(line.cents) },
      ...{ bookedOn: line.bookedOn, isReversal: line.isReversal, returnCode: line.returnCode },
      sealed: bank.personalData.seal(id, 'bank-line', sealed),
      lastFour: number?.slice(-4) ?? null,
      reference: line.reference === null ? null : foldAccount(line.reference),
      ...{ endToEndId: line.endToEndId, bankReference: line.bankReference, undoes: line.undoes },
      fingerprint: fingerprintOf(line),
    }
  }
}

export const ownNumber = ({ iban, number }: HouseAccount): string => foldAccount(iban ?? number ?? '')

const checkBegin = ({ account, sequence }: CamtBegin, own: string, before: Parameters<typeof gapBefore>[0]) => {
  if (foldAccount(account) !== own) refuse(`The statement is of another account: it ends in ${account.slice(-4)}.`)
  const gap = gapBefore(before, sequence)
  if (gap) refuse(gap)
}

const checkEnd = (end: CamtEnd, before: Parameters<typeof breakBefore>[0]) => {
  if (end.currency !== currency) refuse(`The statement is in ${end.currency}, and the account is in ${currency}.`)
  if (end.opening < 0n || end.closing < 0n)
    refuse(`The account is overdrawn: it goes from ${dollarsOf(end.opening)} to ${dollarsOf(end.closing)}.`)
  const problem = breakBefore(before, end)
  if (problem) refuse(problem)
}

type Told = { onBegin: (begin: CamtBegin) => Promise<void> }

/** What the statements of one file say together. */
const sumOf = (ends: readonly CamtEnd[]) => {
  const [first, last] = [ends[0], ends.at(-1)]
  if (!first || !last) return refuse('The file has no statement.')
  const add = (of: (end: CamtEnd) => bigint) => String(ends.reduce((sum, end) => sum + of(end), 0n))
  return {
    ...{ first_sequence: String(first.sequence), last_sequence: String(last.sequence) },
    ...{ from_on: first.from, until_on: last.until, opening: String(first.opening), closing: String(last.closing) },
    ...{ credits: add(({ credits }) => credits), debits: add(({ debits }) => debits) },
    lines: ends.reduce((sum, { lines }) => sum + lines, 0),
  }
}

export const hashOf = async (brought: Brought): Promise<Buffer> => {
  const hash = createHash('sha256')
  let read = 0
  for await (const chunk of brought.open()) {
    read += chunk.length
    if (read > camtLimits.bytes) refuse('The file is larger than 50 MB.')
    hash.update(chunk)
  }
  return hash.digest()
}

/**
 * Writes a statement down as one that waits, with all of its lines, in the transaction of whoever calls: until that ends nobody
 * sees any of it, and if anything is wrong there is nothing of it. Answers its id.
 */
export const writeStatement = async (
  tx: Tx,
  bank: Pick<Bank, 'personalData'> & { house: HouseAccount },
  brought: Brought,
  going: { from: Parameters<typeof breakBefore>[0]; sha256: Buffer } & Told,
): Promise<string> => {
  const [id, own, hash] = [randomUUID(), ownNumber(bank.house), createHash('sha256')]
  const rowOf = createRows(bank, own)
  const ends: CamtEnd[] = []
  let before = going.from
  let sequence = 0n
  let rows: store.NewLine[] = []
  const flush = async () => {
    const [known] = rows.length > 0 ? await store.insertLines(tx, id, rows) : []
    if (known !== undefined) refuse(`Line ${known} was in an earlier statement.`)
    rows = []
  }
  for await (const pieces of readCamt053(hashing(brought.open(), hash)))
    for (const piece of pieces)
      if (piece.is === 'begin') {
        checkBegin(piece, own, before)
        await going.onBegin(piece)
        sequence = piece.sequence
      } else if (piece.is === 'line') {
        rows.push(rowOf(piece.line, sequence))
        if (rows.length >= linesAtOnce) await flush()
      } else {
        checkEnd(piece, before)
        before = { sequence: piece.sequence, closing: piece.closing, until: piece.until }
        ends.push(piece)
      }
  await flush()
  if (!hash.digest().equals(going.sha256)) refuse('The file changed while it was read.')
  const { name, by, at } = brought
  const who = { brought_by: by?.operator ?? null, reason: by?.reason ?? null }
  await store.insertStatement(tx, { id, ...who, file: name, sha256: going.sha256, account: own, ...sumOf(ends), at })
  return id
}

async function* hashing(bytes: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}
