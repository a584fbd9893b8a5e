import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { type CamtBegin, type CamtEnd, refuse } from '@ingot/providers/bank/camt053-pieces'
import type { HouseAccount } from './bank.ts'
import type { StatementFile } from './file-pieces.ts'
import { breakBefore, dollarsOf, foldAccount, gapBefore } from './rules.ts'
import * as store from './store.ts'

const currency = 'USD'

export type Brought = {
  name: string
  file: StatementFile
  /** The operator who brought it; null for the bank's own channel. */
  by: { operator: string; reason: string } | null
  at: Date
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

/**
 * Writes a statement down as one that waits, with all of its lines, in the transaction of whoever calls: until that ends nobody
 * sees any of it, and if anything is wrong there is nothing of it. Answers its id.
 */
export const writeStatement = async (
  tx: Tx,
  own: string,
  { name, file, by, at }: Brought,
  going: { from: Parameters<typeof breakBefore>[0]; sha256: string } & Told,
): Promise<string> => {
  const id = randomUUID()
  const ends: CamtEnd[] = []
  let before = going.from
  for await (const pieces of file.pieces())
    for (const piece of pieces)
      if (piece.is === 'begin') {
        checkBegin(piece, own, before)
        await going.onBegin(piece)
      } else if (piece.is === 'lines') {
        const known = await store.insertLines(tx, id, piece.lines)
        if (known !== null) refuse(`Line ${known} was in an earlier statement.`)
      } else if (piece.is === 'end') {
        checkEnd(piece, before)
        before = { sequence: piece.sequence, closing: piece.closing, until: piece.until }
        ends.push(piece)
      } else if (piece.sha256 !== going.sha256) refuse('The file changed while it was read.')
  const sha256 = Buffer.from(going.sha256, 'hex')
  const who = { brought_by: by?.operator ?? null, reason: by?.reason ?? null }
  await store.insertStatement(tx, { id, ...who, file: name, sha256, account: own, ...sumOf(ends), at })
  return id
}
