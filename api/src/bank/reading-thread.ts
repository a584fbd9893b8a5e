import { createReadStream } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { StatementUnreadable } from '@ingot/providers/bank/camt053-pieces'
import { createPersonalData } from '../features/kyc/personal-data.ts'
import { hashOf, piecesOf } from './file-pieces.ts'
import type { Asked, Told } from './file-reading.ts'

/** A third of the processor that others get who want it at the same time: whoever waits for a page comes first. */
const niceness = 5
// Of this thread alone on Linux; elsewhere it would be of the whole process.
if (process.platform === 'linux') setPriority(niceness)

const bytesOf = (file: Blob | string) => (typeof file === 'string' ? createReadStream(file) : file.stream())

const toldOf = (error: unknown): Told => {
  if (error instanceof StatementUnreadable) return { refused: error.message }
  return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

/** Lines are handed over and not copied. */
const movedOf = (told: Told) =>
  'pieces' in told ? (told.pieces ?? []).flatMap((piece) => (piece.is === 'lines' ? [piece.lines.buffer] : [])) : []

let reading: ReturnType<typeof piecesOf> | undefined
/** The next pieces are made while those before are written. */
let coming: Promise<Told> | undefined

const readOn = () => {
  coming = reading?.next().then(({ value }) => ({ pieces: value ?? null }), toldOf)
}

const answer = async (asked: Asked): Promise<Told> => {
  if ('hashed' in asked) return { sha256: await hashOf(bytesOf(asked.hashed)) }
  if ('read' in asked) {
    await reading?.return()
    reading = piecesOf(bytesOf(asked.read), { own: asked.own, personalData: createPersonalData(asked.secrets) })
    readOn()
  }
  const told = await coming
  if (!told) throw new Error('nothing is being read')
  readOn()
  return told
}

parentPort?.on('message', (asked: Asked) =>
  answer(asked)
    .catch(toldOf)
    .then((told) => parentPort?.postMessage(told, movedOf(told))),
)
