import type { Db, Tx } from '@ingot/db/connect'
import type { Text } from '@ingot/endpoints/content'
import { sql } from 'kysely'

type Sections = Text['sections']

type Row = Text & { number: string }

const columns = sql`number, name, version, title, changes, sections, to_char(published_on, 'YYYY-MM-DD') as "publishedOn"`

/** In the order of the schema, so that what is kept can be compared with what is to be published. */
const textOf = ({ name, title, version, publishedOn, changes, sections }: Text): Text => ({
  ...{ name, title, version, publishedOn, changes },
  sections: sections.map(({ heading, paragraphs }) => ({ heading, paragraphs })),
})

/** A day, as texts come into force. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Every version of one text, the one that came last first. */
export const readVersions = async (db: Db | Tx, name: Text['name']): Promise<Text[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from texts where name = ${name} order by published_on desc, number desc`.execute(db)
  return rows.map(textOf)
}

/** The newest version that is in force on a day; before the first one came into force, that one. */
const inForce = (name: Text['name'], on: string) => sql`
  from texts where name = ${name}
  order by published_on <= ${on}::date desc, abs(published_on - ${on}::date), number desc limit 1`

export const findCurrent = async (db: Db | Tx, name: Text['name'], on: string): Promise<Text | undefined> => {
  const { rows } = await sql<Row>`select ${columns} ${inForce(name, on)}`.execute(db)
  return rows[0] && textOf(rows[0])
}

/** The same without its words, for who asks often. */
export const findCurrentVersion = async (db: Db, name: Text['name'], on: string): Promise<string | undefined> => {
  const { rows } = await sql<{ version: string }>`select version ${inForce(name, on)}`.execute(db)
  return rows[0]?.version
}

export const findVersion = async (db: Db | Tx, name: Text['name'], version: string): Promise<Text | undefined> => {
  const { rows } = await sql<Row>`
    select ${columns} from texts where name = ${name} and version = ${version}`.execute(db)
  return rows[0] && textOf(rows[0])
}

/** Whether operators have published a version: from then on the text is theirs. */
export const isOperators = async (tx: Tx, name: Text['name']): Promise<boolean> => {
  const { rows } = await sql`select from texts where name = ${name} and approval is not null limit 1`.execute(tx)
  return rows.length > 0
}

export const insertText = async (tx: Tx, text: Text, approval: string | null): Promise<void> => {
  const { name, title, version, publishedOn, changes, sections } = text
  await sql`
    insert into texts (name, title, version, published_on, changes, sections, approval)
    values (${name}, ${title}, ${version}, ${publishedOn}, ${changes}, ${JSON.stringify(sections)}, ${approval})
    on conflict (name, version) do nothing`.execute(tx)
}

export type DraftRow = Omit<Text, 'publishedOn'> & {
  effectiveOn: string
  revision: number
  savedBy: string
  savedAt: Date
}

const draftColumns = sql`d.name, d.revision, d.version, d.title, d.changes, d.sections, d.saved_at as "savedAt",
  to_char(d.effective_on, 'YYYY-MM-DD') as "effectiveOn", o.username as "savedBy"`

export const findDraft = async (db: Db | Tx, name: string): Promise<DraftRow | undefined> => {
  const { rows } = await sql<DraftRow>`
    select ${draftColumns} from text_drafts d join customers o on o.id = d.saved_by where d.name = ${name}`.execute(db)
  return rows[0]
}

/** One after the other for one text, whoever prepares or publishes. */
export const lockText = async (tx: Tx, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('text ' || ${name}, 0))`.execute(tx)
}

export const saveDraft = async (
  tx: Tx,
  { name, version, effectiveOn, title, changes, sections }: Omit<DraftRow, 'revision' | 'savedBy' | 'savedAt'>,
  { operator, revision, at }: { operator: string; revision: number; at: Date },
): Promise<void> => {
  const written = JSON.stringify(sections satisfies Sections)
  await sql`
    insert into text_drafts (name, revision, version, effective_on, title, changes, sections, saved_by, saved_at)
    values (${name}, ${revision}, ${version}, ${effectiveOn}, ${title}, ${changes}, ${written}, ${operator}, ${at})
    on conflict (name) do update set revision = excluded.revision, version = excluded.version,
      effective_on = excluded.effective_on, title = excluded.title, changes = excluded.changes,
      sections = excluded.sections, saved_by = excluded.saved_by, saved_at = excluded.saved_at`.execute(tx)
}

export const deleteDraft = async (tx: Tx, name: string): Promise<void> => {
  await sql`delete from text_drafts where name = ${name}`.execute(tx)
}
