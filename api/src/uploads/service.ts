import { createHash, randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import type { Upload } from '@ingot/endpoints/uploads'
import { ScannerUnavailable } from '@ingot/providers/scan/scan'
import type { Origin, Person } from '../bind.ts'
import { Failure } from '../failure.ts'
import { record } from '../features/identity/identity.ts'
import { lockCustomer } from '../features/identity/store.ts'
import type { List } from '../lists.ts'
import { rewritePicture } from '../pictures.ts'
import { createFileKey, getSealed, putSealed } from '../sealed-files.ts'
import type { UploadKind } from './kind.ts'
import { cleanName, isPlainPdf, refusalOf, typeOf } from './rules.ts'
import * as store from './store.ts'
import type { Uploads } from './uploads.ts'

const day = 24 * 3600 * 1000

export const fileOf = (id: string) => `uploads/${id}`

const kindOf = ({ kinds }: Pick<Uploads, 'kinds'>, name: string): UploadKind => {
  const kind = kinds.find((each) => each.name === name)
  if (!kind) throw new Failure('NotFound')
  return kind
}

const shownBy =
  ({ kinds }: Pick<Uploads, 'kinds'>) =>
  ({ id, kind, name, bytes, state, subject, uploaded_at, kept_until }: store.UploadRow): Upload => ({
    ...{ id, kind, name, bytes },
    title: kinds.find((each) => each.name === kind)?.title ?? kind,
    uploadedAt: uploaded_at.toISOString(),
    keptUntil: kept_until.toISOString(),
    state: state === 'erased' ? 'erased' : subject === null ? 'sent' : 'taken',
  })

export const uploadList = (
  uploads: Uploads,
  whose: Parameters<typeof store.readUploads>[1],
): List<object, store.UploadRow, Upload> => ({
  read: (_filter, stretch) => store.readUploads(uploads.db, whose, stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map(shownBy(uploads)),
})

type Given = { kind: string; file: File }

/** Takes a file in: what it is, whether it does harm, written anew, and kept so that nobody reads it in the store. */
export const takeIn = async (uploads: Uploads, person: Person, given: Given, from: Origin): Promise<Upload> => {
  const { db, limits } = uploads
  const kind = kindOf(uploads, given.kind)
  await limits.take('sent-document', person.id, from.address)
  if (given.file.size > kind.mostBytes) throw refusalOf(kind)
  const sent = new Uint8Array(await given.file.arrayBuffer())
  const type = await typeOf(sent)
  if (!type || !kind.types.includes(type)) throw refusalOf(kind)
  if (type === 'pdf' && !isPlainPdf(sent)) throw new Failure('PdfRefused')
  const whose = { customer: person.id, kind: kind.name, hash: createHash('sha256').update(sent).digest() }
  const same = await store.findSame(db, whose)
  if (same) return shownBy(uploads)(same)
  if ((await store.countOpen(db, whose)) >= kind.mostOpen) throw new Failure('UploadsFull')
  await refuseInfected(uploads, whose, sent, from)
  const bytes = type === 'pdf' ? sent : await rewritePicture(sent, type)
  if (!bytes) throw refusalOf(kind)
  const kept = type === 'pdf' ? 'pdf' : 'webp'
  const row = await keep(uploads, kind, whose, { name: cleanName(given.file.name, kept), type: kept, bytes })
  return shownBy(uploads)(row)
}

/** The bytes as they were sent: what is written anew would hide what came. */
const refuseInfected = async (uploads: Uploads, { customer, kind }: store.Sent, bytes: Uint8Array, from: Origin) => {
  const { db, log, scanner, asked } = uploads
  if (!scanner) throw new Failure('UploadsUnavailable')
  const said = await scanner.scan(bytes).catch((error) => {
    if (!(error instanceof ScannerUnavailable)) throw error
    asked.isSilent = true
    log.error({ err: error }, 'a file could not be scanned, so it was not kept')
    throw new Failure('UploadsUnavailable')
  })
  asked.isSilent = false
  if (said === 'clean') return
  log.warn({ customer, kind, found: said.found }, 'a file with a virus was refused')
  await record(db, uploads, { customer, kind: 'upload-infected', from })
  throw new Failure('UploadInfected')
}

type Kept = Pick<store.UploadRow, 'name' | 'type'> & { bytes: Uint8Array }

const keep = async (uploads: Uploads, kind: UploadKind, whose: store.Sent, { name, type, bytes }: Kept) => {
  const { db, files, personalData, now } = uploads
  const [id, key, at] = [randomUUID(), createFileKey(), now()]
  const sealedKey = personalData.seal(id, 'upload', { key: key.toString('base64') })
  const keptUntil = new Date(at.getTime() + kind.keptDays * day)
  // Stored first: a row never names a file that is not there. One without a row has no key, and nobody reads it.
  await putSealed(files, fileOf(id), key, bytes)
  let row: store.UploadRow | undefined
  try {
    row = await inTransaction(db, async (tx) => {
      // One after the other, so that many at once are not more than the limit.
      await lockCustomer(tx, whose.customer)
      const same = await store.findSame(tx, whose)
      if (same) return same
      if ((await store.countOpen(tx, whose)) >= kind.mostOpen) throw new Failure('UploadsFull')
      return store.insertUpload(tx, { ...whose, id, name, type, bytes: bytes.length, sealedKey, at, keptUntil })
    })
    return row
  } finally {
    if (row?.id !== id) await files.remove(fileOf(id))
  }
}

/** As it is kept. What is erased or gone is not there. */
export const readFile = async ({ files, personalData }: Uploads, row: store.UploadRow): Promise<Uint8Array> => {
  if (!row.sealed_key) throw new Failure('NotFound')
  const { key } = personalData.open<{ key: string }>(row.id, 'upload', row.sealed_key)
  const bytes = await getSealed(files, fileOf(row.id), Buffer.from(key, 'base64'))
  if (!bytes) throw new Failure('NotFound')
  return bytes
}

/** Somebody else's is as unknown as one that never was. */
const findOwn = async ({ db }: Uploads, { id: customer }: Person, id: string): Promise<store.UploadRow> => {
  const row = await store.findUpload(db, id)
  if (row?.customer !== customer) throw new Failure('NotFound')
  return row
}

export const readOwn = async (uploads: Uploads, person: Person, id: string) => {
  const row = await findOwn(uploads, person, id)
  const bytes = await readFile(uploads, row)
  await store.insertRead(uploads.db, { upload: id, customer: person.id, reader: person.id, at: uploads.now() })
  return { row, bytes }
}

/** Taken back by who sent it, as long as nothing hangs on it. */
export const removeOwn = async (uploads: Uploads, person: Person, id: string): Promise<void> => {
  await findOwn(uploads, person, id)
  await inTransaction(uploads.db, async (tx) => {
    if ((await store.lockUpload(tx, id))?.subject !== null) throw new Failure('StateChanged')
    await store.eraseUpload(tx, id, { by: `customer:${person.id}`, why: 'taken back', at: uploads.now() })
  })
  await uploads.files.remove(fileOf(id))
}
