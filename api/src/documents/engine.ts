import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Part } from '@ingot/db/batch'
import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import type { IssuedDocument } from '@ingot/endpoints/documents'
import { Failure } from '../failure.ts'
import type { PersonalData } from '../features/kyc/personal-data.ts'
import { createFileKey } from '../sealed-files.ts'
import { type DocumentKind, language } from './kind.ts'
import { documentStates } from './states.ts'
import * as store from './store.ts'

/** What it takes to issue one. What the services of KYC work with has both. */
export type Issuing = { now: () => Date; personalData: PersonalData }

export type Wanted<Data> = {
  customer: string
  /** What it is about, such as the id of a movement: of a customer, kind and subject one document is valid. */
  subject: string
  data: Data
  zone: string
  paper: store.Paper
  /** Who asks for it, if not the customer. */
  by?: string
  /** What it is about may still come back: `watchedDocuments` has it until that can no longer be. */
  mayComeBack?: boolean
}

/** Asking for a zone takes a while, and most documents are made in few. */
const knownZones = new Set<string>()
const mostKnownZones = 1000

/** Refuses a zone that nobody knows: only the server has the list. */
export const refuseUnknownZone = (zone: string) => {
  if (knownZones.has(zone)) return
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    throw new Failure('InvalidInput', {}, 'zone: There is no such time zone.')
  }
  if (knownZones.size < mostKnownZones) knownZones.add(zone)
}

/**
 * Issues a document in the transaction of what it tells of, whose last call this should be: its last statement takes the number,
 * and whoever takes the next one waits for the commit. If a valid one about the same says the same, it is that one, in the zone
 * and on the paper it was first asked for; if it says something else, the new one takes its place. The year of a number is that of
 * UTC, so that numbers and time go the same way wherever customers are.
 */
export const issueDocument = async <Data extends object>(
  { now, personalData }: Issuing,
  tx: Tx,
  kind: DocumentKind<Data>,
  { customer, subject, data, zone, paper, by = `customer:${customer}`, mayComeBack = false }: Wanted<Data>,
): Promise<IssuedDocument> => {
  const subtitle = subtitleOf(kind, data, zone)
  const about = { customer, kind: kind.name, subject }
  await store.lockSubject(tx, about)
  const before = await store.findValid(tx, about)
  if (before && isDeepStrictEqual(openData(personalData, before), asKept(data))) return shownAs(before, kind)
  const [id, at] = [randomUUID(), now()]
  if (before) await advance(tx, documentStates, before.id, { to: 'superseded', by, at, set: { superseded_by: id } })
  const row = await store.insertDocument(tx, {
    ...{ ...about, id, prefix: kind.prefix, subtitle, watched: mayComeBack, language, zone, paper, at },
    ...sealed(personalData, id, data),
  })
  return shownAs(row, kind)
}

/**
 * A document about something that is booked just now, so that no other about it can be valid. It is a part of the very statement
 * that posts the entry, which may name its id among what else is written.
 */
export const newDocument = <Data extends object>(
  issuing: Issuing,
  kind: DocumentKind<Data>,
  wanted: Omit<Wanted<Data>, 'by'>,
): { id: string; part: Part } => {
  const made = madeOf(issuing, kind, wanted)
  return { id: made.id, part: store.documentPart(made) }
}

/** The same beside a new document, in a statement that has one. In the place of another if that is given, which is valid until then. */
export const secondDocument = <Data extends object>(
  issuing: Issuing,
  kind: DocumentKind<Data>,
  wanted: Omit<Wanted<Data>, 'by'>,
  before?: string,
): { id: string; parts: Part[] } => {
  const made = madeOf(issuing, kind, wanted)
  return {
    id: made.id,
    parts: before === undefined ? [store.secondDocumentPart(made)] : store.nextDocumentParts(before, made),
  }
}

const madeOf = <Data extends object>(
  { now, personalData }: Issuing,
  kind: DocumentKind<Data>,
  { customer, subject, data, zone, paper, mayComeBack = false }: Omit<Wanted<Data>, 'by'>,
): store.NewDocument => {
  const [id, subtitle] = [randomUUID(), subtitleOf(kind, data, zone)]
  return {
    ...{ id, customer, kind: kind.name, prefix: kind.prefix, subject, subtitle, watched: mayComeBack },
    ...{ language, zone, paper, at: now(), ...sealed(personalData, id, data) },
  }
}

/** What cannot be laid out takes no number. */
const subtitleOf = <Data>(kind: DocumentKind<Data>, data: Data, zone: string): string => {
  refuseUnknownZone(zone)
  return kind.layout(data, { zone, language }).subtitle
}

const sealed = (personalData: PersonalData, id: string, data: object) => ({
  data: personalData.seal(id, 'document', data),
  key: personalData.seal(id, 'document-key', { key: createFileKey().toString('base64') }),
})

/** Says of a customer's valid documents about something that it was undone. Answers how many there were. */
export const reverseDocuments = (
  { now }: Pick<Issuing, 'now'>,
  tx: Tx,
  { customer, subject }: { customer: string; subject: string },
  { by, why }: { by: string; why: string },
): Promise<number> => store.reverseAll(tx, { customer, subject }, { by, why, at: now() })

/** As it is read back: without what JSON does not keep. */
const asKept = (data: object): object => JSON.parse(JSON.stringify(data))

/** What stands on a document; undefined once its customer was erased. */
export const openData = (
  personalData: PersonalData,
  { id, data_sealed }: Pick<store.DocumentRow, 'id' | 'data_sealed'>,
): object | undefined => (data_sealed ? personalData.open(id, 'document', data_sealed) : undefined)

export const shownAs = (row: store.ListedRow, kind: DocumentKind | undefined): IssuedDocument => ({
  id: row.id,
  number: row.code,
  kind: row.kind,
  title: kind?.title ?? row.kind,
  subtitle: row.subtitle,
  state: row.state,
  issuedAt: row.issued_at.toISOString(),
  supersededBy: row.superseded_by_code,
  hasTable: kind?.table !== undefined,
})
