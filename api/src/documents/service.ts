import { Readable } from 'node:stream'
import type { DocumentContent } from '@ingot/endpoints/document-content'
import type { IssuedDocument } from '@ingot/endpoints/documents'
import { Answer } from '../bind.ts'
import { Failure } from '../failure.ts'
import type { List } from '../lists.ts'
import type { Documents } from './documents.ts'
import { openData, shownAs } from './engine.ts'
import { type About, type DocumentKind, language } from './kind.ts'
import { fileOfDocument } from './making.ts'
import * as store from './store.ts'

export const documentList = (
  { db, kinds }: Documents,
  customer: string,
): List<store.Filter, store.ListedRow, IssuedDocument> => ({
  read: (filter, stretch) => store.readDocuments(db, customer, filter, stretch),
  number: ({ number }) => number,
  show: (rows) => rows.map((row) => shownAs(row, kinds.get(row.kind))),
})

type Opened = { row: store.DocumentRow; kind: DocumentKind; data: never; about: About }

/** Somebody else's is as unknown as one that never was. */
const openOwn = async ({ db, kinds, personalData }: Documents, customer: string, id: string): Promise<Opened> => {
  const row = await store.findDocument(db, customer, id)
  const [kind, data] = row ? [kinds.get(row.kind), openData(personalData, row)] : []
  if (!row || !kind || !data) throw new Failure('NotFound')
  return { row, kind, data: data as never, about: { zone: row.zone, language } }
}

export const readOwn = async (
  documents: Documents,
  customer: string,
  id: string,
): Promise<{ document: IssuedDocument; content: DocumentContent }> => {
  const { row, kind, data, about } = await openOwn(documents, customer, id)
  return { document: shownAs(row, kind), content: kind.layout(data, about) }
}

export const downloadOwn = async (documents: Documents, customer: string, id: string) => {
  const { code, hash, bytes } = await fileOfDocument(documents, customer, id)
  return new Answer(bytes as Uint8Array, {
    headers: { 'content-disposition': `inline; filename="${code}.pdf"`, etag: `"${hash}"` },
  })
}

export const tableOfOwn = async (documents: Documents, customer: string, id: string) => {
  const { row, kind, data, about } = await openOwn(documents, customer, id)
  if (!kind.table) throw new Failure('NotFound')
  return new Answer(Readable.from(kind.table(data, about, { db: documents.db, customer })), {
    headers: { 'content-disposition': `attachment; filename="${row.code}.csv"` },
  })
}

/** What anyone may know by a number, and nothing else. */
export const checkNumber = async (
  { db }: Documents,
  { number, hash }: { number: string; hash?: string | undefined },
): Promise<{ state: IssuedDocument['state']; isThisFile: boolean | null }> => {
  const found = await store.findByCode(db, number)
  if (!found) throw new Failure('NotFound')
  return { state: found.state, isThisFile: hash === undefined ? null : found.hash?.toString('hex') === hash }
}
