import { hash as hashOf } from 'node:crypto'
import type { DocumentContent } from '@ingot/endpoints/document-content'
import { Failure } from '../failure.ts'
import type { PersonalData } from '../features/kyc/personal-data.ts'
import { FileChanged, getSealed, putSealed } from '../sealed-files.ts'
import type { Documents } from './documents.ts'
import { openData } from './engine.ts'
import { language } from './kind.ts'
import { noteDamage, saveMade } from './making-store.ts'
import { type DocumentRow, findDocument } from './store.ts'

/** Where the file of a document lies. Two that were made at the same time do not meet there. */
export const fileNameOf = (id: string, hash: Buffer): string => `documents/${id}/${hash.toString('hex')}`

export type DocumentFile = { code: string; hash: string; bytes: Buffer }

/** The file of one of a customer's own documents, made if it was not yet: the same bytes whenever it is asked for. */
export const fileOfDocument = async (documents: Documents, customer: string, id: string): Promise<DocumentFile> => {
  const row = await findDocument(documents.db, customer, id)
  if (!row?.key_sealed) throw new Failure('NotFound')
  const bytes = row.hash ? await readMade(documents, row, row.hash) : await makeTogether(documents, row)
  return { code: row.code, hash: sha256(bytes).toString('hex'), bytes }
}

const sha256 = (bytes: Uint8Array): Buffer => hashOf('sha256', bytes, 'buffer')

const keyOf = (personalData: PersonalData, { id, key_sealed }: Pick<DocumentRow, 'id' | 'key_sealed'>): Buffer => {
  if (!key_sealed) throw new Failure('NotFound')
  return Buffer.from(personalData.open<{ key: string }>(id, 'document-key', key_sealed).key, 'base64')
}

/** However many ask for it at once, a process makes it once. */
const makeTogether = (documents: Documents, row: DocumentRow): Promise<Buffer> => {
  const { underWay, oneByOne, log } = documents
  const begun = underWay.get(row.id)
  if (begun) return begun
  const making = oneByOne(() => makeFile(documents, row))
    .catch((error) => {
      if (error instanceof Failure) throw error
      log.error({ err: error, document: row.code }, 'a document could not be made')
      throw new Failure('Unavailable')
    })
    .finally(() => underWay.delete(row.id))
  underWay.set(row.id, making)
  return making
}

/** Lays out, sets, signs and keeps it. Of two processes that do so at once, the first one's file is the document. */
const makeFile = async (documents: Documents, row: DocumentRow): Promise<Buffer> => {
  const { db, files, personalData, now, signer, log } = documents
  const { bytes: unsigned, missing } = await setFile(documents, row)
  const bytes = Buffer.from(signer.sign(unsigned))
  const [hash, key] = [sha256(bytes), keyOf(personalData, row)]
  const name = fileNameOf(row.id, hash)
  await putSealed(files, name, key, bytes)
  const kept = await saveMade(db, row.id, { hash, missing: missing.length, at: now() })
  if (kept?.equals(hash)) {
    const letters = missing.map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`)
    if (letters.length) log.warn({ document: row.code, letters }, 'a document has letters that no font has')
    return bytes
  }
  await files.remove(name)
  if (!kept) throw new Failure('NotFound')
  return readMade(documents, row, kept)
}

/** In words, so that whoever checks a file can hold it against what is printed. */
const factsOf = ({ parts }: DocumentContent) =>
  parts.flatMap((part) => (part.kind === 'facts' ? part.facts.map(({ label, value }) => ({ label, value })) : []))

const setFile = async ({ personalData, kinds, imprint, set }: Documents, row: DocumentRow) => {
  const { code: number, zone, paper, issued_at: issuedAt } = row
  const [kind, data] = [kinds.get(row.kind), openData(personalData, row)]
  if (!kind || !data) throw new Failure('NotFound')
  const content = kind.layout(data as never, { zone, language })
  const head = { number, kind: row.kind, title: content.title, subtitle: content.subtitle, holder: content.holder }
  const attached = { ...head, issuedAt: issuedAt.toISOString(), zone, language, facts: factsOf(content), data }
  return set(
    content,
    { number, issuedAt, language, zone, paper, brand: imprint.brand, verifyUrl: imprint.verifyUrlOf(number) },
    { name: `${number}.json`, json: JSON.stringify(attached, null, 2) },
  )
}

/** What was kept, if it is what was made. Else nobody gets it, and operators are told. */
const readMade = async (documents: Documents, row: DocumentRow, hash: Buffer): Promise<Buffer> => {
  const { db, files, personalData, now, log } = documents
  const name = fileNameOf(row.id, hash)
  const bytes = await getSealed(files, name, keyOf(personalData, row)).catch((error) => {
    if (error instanceof FileChanged) return
    log.error({ err: error, document: row.code }, 'the file of a document could not be read')
    throw new Failure('Unavailable')
  })
  const isRight = bytes && sha256(bytes).equals(hash)
  if (isRight === !row.damaged_at && bytes) return bytes
  await noteDamage(db, row.id, isRight ? null : now())
  if (isRight) return bytes
  log.error({ document: row.code, name, gone: !bytes }, 'the file of a document was changed or is gone')
  throw new Failure('Unavailable')
}
