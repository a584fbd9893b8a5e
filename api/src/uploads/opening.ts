import { inTransaction } from '@ingot/db/transaction'
import { hasOneOf } from '@ingot/endpoints/roles'
import { writeAudit } from '@ingot/ledger/audit'
import type { Origin, Person } from '../bind.ts'
import { Failure } from '../failure.ts'
import { record } from '../features/identity/identity.ts'
import { findCustomer } from '../features/identity/store.ts'
import type { UploadKind } from './kind.ts'
import { readFile, uploadList } from './service.ts'
import * as store from './store.ts'
import type { Uploads } from './uploads.ts'

/** Where an operator sits is not for the customer's record. */
const fromTheHouse: Origin = { address: '', agent: '' }

const mayOpen = ({ roles }: Person, { openedBy }: UploadKind) => hasOneOf(roles, [...openedBy, 'Auditor'])

/** What of a customer's files the role may open; others are not told of. */
export const listFor = async (uploads: Uploads, person: Person, customer: string) => {
  if (!(await findCustomer(uploads.db, customer))) throw new Failure('NotFound')
  const kinds = uploads.kinds.filter((kind) => mayOpen(person, kind)).map(({ name }) => name)
  return uploadList(uploads, { customer, kinds })
}

/** Who opens what is written down before a byte of it leaves; the customer sees it. */
export const openFor = async (uploads: Uploads, person: Person, id: string, from: Origin) => {
  const { db, limits, kinds, now } = uploads
  const row = await store.findUpload(db, id)
  if (!row) throw new Failure('NotFound')
  const kind = kinds.find(({ name }) => name === row.kind)
  if (!kind || !mayOpen(person, kind)) throw new Failure('Forbidden')
  await limits.take('document-opened', person.id, from.address)
  const bytes = await readFile(uploads, row)
  const { customer } = row
  await inTransaction(db, async (tx) => {
    // It may have been erased while it was read.
    if ((await store.lockUpload(tx, id))?.state !== 'stored') throw new Failure('NotFound')
    const at = now()
    await store.insertRead(tx, { upload: id, customer, reader: person.id, at })
    await record(tx, uploads, { customer, kind: 'upload-opened', from: fromTheHouse })
    const facts = { Kind: kind.title }
    await writeAudit(tx, { operator: person.id, action: 'open-upload', customer, thing: id, facts, at })
  })
  return { row, bytes }
}
