import { createHash } from 'node:crypto'
import { ScannerUnavailable } from '@ingot/providers/scan/scan'
import { Failure } from '../failure.ts'
import { rewritePicture } from '../pictures.ts'
import { createFileKey, putSealed } from '../sealed-files.ts'
import type { UploadKind } from './kind.ts'
import { cleanName, isPlainPdf, type KeptType, refusalOf, typeOf } from './rules.ts'
import type { Uploads } from './uploads.ts'

// What every file goes through that somebody sends us, whoever it is: what it is, whether it does harm, written anew, and kept so that
// nobody reads it in the store.

type Wanted = Pick<UploadKind, 'types' | 'mostBytes'>
type Looked = { sent: Uint8Array; type: UploadKind['types'][number]; hash: Buffer }

/** Refuses by size and content, and says by which hash the same file is known again. */
export const lookAt = async (file: File, wanted: Wanted): Promise<Looked> => {
  if (file.size > wanted.mostBytes) throw refusalOf(wanted)
  const sent = new Uint8Array(await file.arrayBuffer())
  const type = await typeOf(sent)
  if (!type || !wanted.types.includes(type)) throw refusalOf(wanted)
  if (type === 'pdf' && !isPlainPdf(sent)) throw new Failure('PdfRefused')
  return { sent, type, hash: createHash('sha256').update(sent).digest() }
}

/** The bytes as they were sent: what is written anew would hide what came. */
export const refuseInfected = async (
  { log, scanner, asked }: Pick<Uploads, 'log' | 'scanner' | 'asked'>,
  bytes: Uint8Array,
  noteInfected: (found: string) => Promise<void>,
) => {
  if (!scanner) throw new Failure('UploadsUnavailable')
  const said = await scanner.scan(bytes).catch((error) => {
    if (!(error instanceof ScannerUnavailable)) throw error
    asked.isSilent = true
    log.error({ err: error }, 'a file could not be scanned, so it was not kept')
    throw new Failure('UploadsUnavailable')
  })
  asked.isSilent = false
  if (said === 'clean') return
  await noteInfected(said.found)
  throw new Failure('UploadInfected')
}

export type Safe = { name: string; type: KeptType; bytes: Uint8Array }

/** What is kept of a file that does no harm. */
export const makeSafe = async (
  uploads: Pick<Uploads, 'log' | 'scanner' | 'asked'>,
  { file, looked, wanted }: { file: File; looked: Looked; wanted: Wanted },
  noteInfected: (found: string) => Promise<void>,
): Promise<Safe> => {
  const { sent, type } = looked
  await refuseInfected(uploads, sent, noteInfected)
  const bytes = type === 'pdf' ? sent : await rewritePicture(sent, type)
  if (!bytes) throw refusalOf(wanted)
  const kept = type === 'pdf' ? 'pdf' : 'webp'
  return { name: cleanName(file.name, kept), type: kept, bytes }
}

/**
 * Puts a file into the store under a key of its own, and answers with the sealed key. Stored first: a row never names a file that is
 * not there. One without a row has no key, and nobody reads it.
 */
export const storeSafe = async (
  { files, personalData }: Pick<Uploads, 'files' | 'personalData'>,
  {
    id,
    at,
    kind,
    bytes,
  }: { id: string; at: string; kind: 'upload' | 'estate-file' | 'ticket-file'; bytes: Uint8Array },
): Promise<Buffer> => {
  const key = createFileKey()
  await putSealed(files, at, key, bytes)
  return personalData.seal(id, kind, { key: key.toString('base64') })
}
