import type { Part } from '@ingot/db/batch'
import type { Db, Tx } from '@ingot/db/connect'
import { advanceAll, movesNoted } from '@ingot/db/states'
import { runStatement } from '@ingot/db/transaction'
import type { IssuedDocument } from '@ingot/endpoints/documents'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../lists.ts'
import { documentStates } from './states.ts'

type State = IssuedDocument['state']
export type Paper = 'A4' | 'Letter'

export type DocumentRow = {
  id: string
  number: string
  code: string
  kind: string
  customer: string
  subject: string
  subtitle: string
  state: State
  superseded_by_code: string | null
  zone: string
  paper: Paper
  issued_at: Date
  hash: Buffer | null
  damaged_at: Date | null
  data_sealed: Buffer | null
  key_sealed: Buffer | null
}

/** What a list needs; what is sealed may be large. */
export type ListedRow = Omit<DocumentRow, 'data_sealed' | 'key_sealed'>

const listed = `d.id, d.number, d.code, d.kind, d.customer, d.subject, d.subtitle, d.state, d.zone, d.paper, d.issued_at, d.hash,
  d.damaged_at, (select s.code from documents s where s.id = d.superseded_by) as superseded_by_code`
const columns = `${listed}, d.data_sealed, d.key_sealed`

export type Subject = { customer: string; kind: string; subject: string }

/** Who else issues one about the same waits until this one is there, and then finds it: else a number would be taken for nothing. */
export const lockSubject = async (tx: Tx, { customer, kind, subject }: Subject) => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`document ${kind} ${customer} ${subject}`}, 0))`.execute(tx)
}

export const findValid = async (tx: Tx, { customer, kind, subject }: Subject): Promise<DocumentRow | undefined> => {
  const { rows } = await sql<DocumentRow>`
    select ${sql.raw(columns)} from documents d
    where d.customer = ${customer} and d.kind = ${kind} and d.subject = ${subject} and d.state = 'valid'`.execute(tx)
  return rows[0]
}

export type NewDocument = Subject & {
  id: string
  prefix: string
  subtitle: string
  watched: boolean
  language: string
  zone: string
  paper: Paper
  at: Date
  data: Buffer
  key: Buffer
}

/** A new document as a part of a statement. It takes the next number of its kind and year once `after` has a row. */
const insertPart = (
  { id, kind, prefix, customer, subject, subtitle, watched, language, zone, paper, at, data, key }: NewDocument,
  after: string,
  second = '',
): Part => ({
  name: `new-document${second}`,
  text: (first) => {
    const given = (place: number) => `$${first + place}`
    const [kindGiven, year] = [`${given(1)}::text`, `${given(2)}::int`]
    return `
      taken${second} as (
        insert into document_numbers as known (kind, year, last) select ${kindGiven}, ${year}, 1 ${after}
        on conflict (kind, year) do update set last = known.last + 1 returning last
      ),
      new_document${second} as (
        insert into documents as d (id, kind, year, serial, code, customer, subject, subtitle, watched, language, zone, paper,
          issued_at, data_sealed, key_sealed)
        select ${given(0)}, ${kindGiven}, ${year}, last,
          ${given(3)} || '-' || ${year} || '-' || lpad(last::text, greatest(6, length(last::text)), '0'),
          ${[4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map(given)}
        from taken${second}
        returning d.id, d.number, d.code, d.kind, d.customer, d.subject, d.subtitle, d.state, d.zone, d.paper, d.issued_at, d.hash,
          d.damaged_at
      )`
  },
  values: [
    ...[id, kind, at.getUTCFullYear(), prefix, customer, subject, subtitle, watched],
    ...[language, zone, paper, at, data, key],
  ],
})

/** A new document along with an entry. The entry's accounts are locked before the numbers are, which everybody waits for. */
export const documentPart = (given: NewDocument): Part => insertPart(given, 'from posted')

/** A second one with the same entry: it takes its number after the first, so that whoever takes both does so in one order. */
export const secondDocumentPart = (given: NewDocument): Part => insertPart(given, 'from new_document', '_second')

/** The same in the place of one that was valid until then. */
export const nextDocumentParts = (before: string, given: NewDocument): Part[] => [
  {
    name: 'superseded-document',
    text: (first) => `superseded_document as (
      update documents d set state = 'superseded', superseded_by = $${first + 1}::uuid from new_document
      where d.id = $${first}::uuid and d.state = 'valid' returning d.id)`,
    values: [before, given.id],
  },
  movesNoted(documentStates, [{ id: before, from: 'valid', to: 'superseded' }], {
    by: `customer:${given.customer}`,
    at: given.at,
  }),
  insertPart(given, 'from superseded_document', '_second'),
]

/** Takes the next number of its kind and year in the same statement. Whoever takes one after it waits for this transaction to end. */
export const insertDocument = async (tx: Tx, given: NewDocument): Promise<ListedRow> => {
  const { text, values } = insertPart(given, '')
  const [row] = await runStatement<ListedRow>(tx, {
    name: 'insert-document',
    text: `
      with ${text(1)}
      select id, number, code, kind, customer, subject, subtitle, state, zone, paper, issued_at, hash, damaged_at,
        null::text as superseded_by_code
      from new_document`,
    values,
  })
  if (!row) throw new Error('a document was not inserted')
  return row
}

/** Every valid one about something, of whichever kind. Answers how many. */
export const reverseAll = async (
  tx: Tx,
  { customer, subject }: Omit<Subject, 'kind'>,
  { by, why, at }: { by: string; why: string; at: Date },
): Promise<number> =>
  (
    await advanceAll(tx, documentStates, sql`customer = ${customer} and subject = ${subject}`, {
      to: 'reversed',
      by,
      why,
      at,
    })
  ).length

export const findDocument = async (db: Db, customer: string, id: string): Promise<DocumentRow | undefined> => {
  const { rows } = await sql<DocumentRow>`
    select ${sql.raw(columns)} from documents d where d.id = ${id} and d.customer = ${customer}`.execute(db)
  return rows[0]
}

export type Filter = {
  kind?: string | undefined
  state?: State | undefined
  from?: string | undefined
  until?: string | undefined
}

export const readDocuments = async (
  db: Db,
  customer: string,
  { kind, state, from, until }: Filter,
  { before, limit }: Stretch,
): Promise<ListedRow[]> => {
  const { rows } = await sql<ListedRow>`
    select ${sql.raw(listed)} from documents d
    where d.customer = ${customer} and d.number < ${String(before ?? largestNumber)}::bigint
      and d.kind = coalesce(${kind ?? null}, d.kind) and d.state = coalesce(${state ?? null}, d.state)
      and d.issued_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
      and d.issued_at < coalesce(${until ?? null}::timestamptz, 'infinity')
    order by d.number desc limit ${limit}`.execute(db)
  return rows
}

/** All that a stranger may learn by a number. */
export const findByCode = async (db: Db, code: string): Promise<Pick<DocumentRow, 'state' | 'hash'> | undefined> => {
  const { rows } = await sql<Pick<DocumentRow, 'state' | 'hash'>>`
    select state, hash from documents where code = ${code}`.execute(db)
  return rows[0]
}

/** Of a customer, oldest first, so many behind a number, for the one whose they are. */
export const readOldest = async (db: Db, customer: string, after: string, most: number): Promise<DocumentRow[]> => {
  const { rows } = await sql<DocumentRow>`
    select ${sql.raw(columns)} from documents d
    where d.customer = ${customer} and d.number > ${after}::bigint order by d.number limit ${most}`.execute(db)
  return rows
}

/** Takes away what stands on a customer's documents, and the keys of their files. Answers which files there are. */
export const eraseDocuments = async (tx: Tx, customer: string): Promise<{ id: string; hash: Buffer }[]> => {
  const { rows } = await sql<{ id: string; hash: Buffer | null }>`
    update documents set data_sealed = null, key_sealed = null, subtitle = '', watched = false where customer = ${customer}
    returning id, hash`.execute(tx)
  return rows.flatMap(({ id, hash }) => (hash ? [{ id, hash }] : []))
}
