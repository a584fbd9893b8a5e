import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import type { Upload } from '@ingot/endpoints/uploads'
import type { Origin, Person } from '../bind.ts'
import { Failure } from '../failure.ts'
import { record } from '../features/identity/identity.ts'
import { lockCustomer } from '../features/identity/store.ts'
import type { List } from '../lists.ts'
import { getSealed } from '../sealed-files.ts'
import { lookAt, makeSafe, type Safe, storeSafe } from './checking.ts'
import type { UploadKind } from './kind.ts'
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
  const { db, limits, log } = uploads
  const kind = kindOf(uploads, given.kind)
  await limits.take('sent-document', person.id, from.address)
  const looked = await lookAt(given.file, kind)
  const whose = { customer: person.id, kind: kind.name, hash: looked.hash }
  const same = await store.findSame(db, whose)
  if (same) return shownBy(uploads)(same)
  if ((await store.countOpen(db, whose)) >= kind.mostOpen) throw new Failure('UploadsFull')
  const safe = await makeSafe(uploads, { file: given.file, looked, wanted: kind }, async (found) => {
    log.warn({ customer: person.id, kind: kind.name, found }, 'a file with a virus was refused')
    await record(db, uploads, { customer: person.id, kind: 'upload-infected', from })
  })
  return shownBy(uploads)(await keep(uploads, kind, whose, safe))
}

const keep = async (uploads: Uploads, kind: UploadKind, whose: store.Sent, { name, type, bytes }: Safe) => {
  const { db, files, now } = uploads
  const [id, at] = [randomUUID(), now()]
  const keptUntil = new Date(at.getTime() + kind.keptDays * day)
  const sealedKey = await storeSafe(uploads, { id, at: fileOf(id), kind: 'upload', bytes })
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
