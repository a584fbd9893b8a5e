import { refuse } from '@ingot/providers/bank/camt053-pieces'
import { createOneByOne } from '../one-by-one.ts'
import type { Secrets } from '../secrets.ts'
import { createThread } from '../thread.ts'
import type { FilePiece, StatementFile } from './file-pieces.ts'

export type Asked = { hashed: Blob | string } | { read: Blob | string; own: string; secrets: Secrets } | { next: true }
export type Told = { sha256: string } | { pieces: FilePiece[] | null } | { refused: string } | { problem: string }

/** What is read of a file stands in memory for a moment; what is kept of all of it are fingerprints. */
const limits = { mostMemory: 128, mostYoung: 8, longestSeconds: 60, idleSeconds: 60 }

/** Statements that wait in this process until the one before was read. */
const mostWaiting = 10

/** Opens a file, in memory or by its path, of an account for as long as the work with it takes. */
export type WithFile = <T>(
  given: { file: Blob | string; own: string },
  work: (file: StatementFile) => Promise<T>,
) => Promise<T>

/** Reads files in a thread of their own, one after the other, so that a long one keeps no other call waiting. */
export const createFileReading = (secrets: Secrets): WithFile => {
  const url = new URL('./reading-thread.ts', import.meta.url)
  const askThread = createThread<Asked, Told>(url, 'reads statements', limits)
  const oneByOne = createOneByOne(mostWaiting)
  const ask = async (asked: Asked) => {
    const told = await askThread(asked)
    if ('problem' in told) throw new Error(told.problem)
    return 'refused' in told ? refuse(told.refused) : told
  }
  const hash = async (file: Blob | string) => {
    const told = await ask({ hashed: file })
    return 'sha256' in told ? told.sha256 : ''
  }
  async function* pieces(file: Blob | string, own: string) {
    let told = await ask({ read: file, own, secrets })
    for (; 'pieces' in told && told.pieces; told = await ask({ next: true })) yield told.pieces
  }
  return ({ file, own }, work) => oneByOne(() => work({ hash: () => hash(file), pieces: () => pieces(file, own) }))
}
