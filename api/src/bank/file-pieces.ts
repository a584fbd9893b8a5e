import { createHash, randomUUID } from 'node:crypto'
import { camtLimits, readCamt053 } from '@ingot/providers/bank/camt053'
import { type CamtBegin, type CamtEnd, type CamtLine, refuse } from '@ingot/providers/bank/camt053-pieces'
import type { PersonalData } from '../features/kyc/personal-data.ts'
import { foldAccount, otherSide } from './rules.ts'
import type { NewLine } from './store.ts'

// What becomes of the bytes of a file before anything is written. It takes all of the processor for as long as the file is, so it
// runs in a thread of its own.

/** So many lines are written at once. */
const linesAtOnce = 500

type Bytes = AsyncIterable<Uint8Array>

/** What comes out of a file: whose statement it is, lines as they are written down, in JSON, its sums, and what all of it was. */
export type FilePiece =
  | ({ is: 'begin' } & CamtBegin)
  | { is: 'lines'; lines: Uint8Array<ArrayBuffer> }
  | ({ is: 'end' } & CamtEnd)
  | { is: 'whole'; sha256: string }

/** A file with a statement, which can be read from its beginning as often as it takes. */
export type StatementFile = {
  hash: () => Promise<string>
  pieces: () => AsyncIterable<readonly FilePiece[]>
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

const bytesOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

const createRows = (personalData: Pick<PersonalData, 'seal'>, account: string) => {
  const fingerprintOf = createFingerprints(account)
  let place = 0
  return (line: CamtLine, sequence: bigint): NewLine => {
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
      ...{ booked_on: line.bookedOn, is_reversal: line.isReversal, return_code: line.returnCode },
      sealed: bytesOf(personalData.seal(id, 'bank-line', sealed)),
      last_four: number?.slice(-4) ?? null,
      reference: line.reference === null ? null : foldAccount(line.reference),
      ...{ end_to_end_id: line.endToEndId, bank_reference: line.bankReference, undoes: line.undoes },
      fingerprint: bytesOf(fingerprintOf(line)),
    }
  }
}

export const hashOf = async (bytes: Bytes): Promise<string> => {
  const hash = createHash('sha256')
  let read = 0
  for await (const chunk of bytes) {
    read += chunk.length
    if (read > camtLimits.bytes) refuse('The file is larger than 50 MB.')
    hash.update(chunk)
  }
  return hash.digest('hex')
}

async function* hashing(bytes: Bytes, hash: ReturnType<typeof createHash>) {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

/** Whose statement it is and its sums come as soon as they were read, lines in their order once they are many. */
export async function* piecesOf(
  bytes: Bytes,
  { personalData, own }: { personalData: Pick<PersonalData, 'seal'>; own: string },
): AsyncGenerator<FilePiece[], void> {
  const [hash, rowOf] = [createHash('sha256'), createRows(personalData, own)]
  let sequence = 0n
  let rows: NewLine[] = []
  const takeRows = (): FilePiece => {
    const lines = new TextEncoder().encode(JSON.stringify(rows))
    rows = []
    return { is: 'lines', lines }
  }
  for await (const read of readCamt053(hashing(bytes, hash))) {
    const pieces: FilePiece[] = []
    for (const piece of read)
      if (piece.is === 'line') {
        rows.push(rowOf(piece.line, sequence))
        if (rows.length >= linesAtOnce) pieces.push(takeRows())
      } else {
        if (piece.is === 'begin') sequence = piece.sequence
        pieces.push(piece)
      }
    if (pieces.length > 0) yield pieces
  }
  if (rows.length > 0) yield [takeRows()]
  yield [{ is: 'whole', sha256: hash.digest('hex') }]
}
