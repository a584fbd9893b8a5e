import type { Db, Tx } from '@ingot/db/connect'
import type {
  AnnouncementCategory,
  AnnouncementState,
  ListedAnnouncement,
  WrittenAnnouncement,
} from '@ingot/endpoints/announcements'
import type { RichText } from '@ingot/endpoints/rich-text'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'

export type PublicRow = Omit<ListedAnnouncement, 'publishedAt' | 'correctedAt'> & {
  publishAt: Date
  correctedAt: Date | null
  correction: string | null
  body: RichText
  /** What is pinned comes first, then what is newer; two of the same second are told apart by their number. */
  place: string
}

const publicColumns = sql`a.slug, a.title, a.category, a.is_pinned as "isPinned", a.publish_at as "publishAt",
  a.corrected_at as "correctedAt", a.correction, a.body, a.place`

/** What is there to read at a time. Its time alone decides: nothing has to have run at it. */
const readable = (now: Date) => sql`(
  select *, (case when is_pinned then 1::bigint << 60 else 0 end)
    + (extract(epoch from publish_at)::bigint << 20) + (number & 1048575) as place
  from announcements where state in ('scheduled', 'published') and publish_at <= ${now})`

export const readPublic = async (
  db: Db,
  { category, now }: { category: AnnouncementCategory | undefined; now: Date },
  { before, limit }: Stretch,
): Promise<PublicRow[]> => {
  const { rows } = await sql<PublicRow>`
    select ${publicColumns} from ${readable(now)} a
    where a.place < ${String(before ?? largestNumber)}::bigint
      and (${category ?? null}::text is null or a.category = ${category ?? null})
    order by a.place desc limit ${limit}`.execute(db)
  return rows
}

export const readNewest = async (db: Db, now: Date, limit: number): Promise<PublicRow[]> => {
  const { rows } = await sql<PublicRow>`
    select ${publicColumns} from ${readable(now)} a order by a.publish_at desc, a.number desc limit ${limit}`.execute(
    db,
  )
  return rows
}

export const findPublic = async (db: Db, slug: string, now: Date): Promise<PublicRow | undefined> => {
  const { rows } = await sql<PublicRow>`
    select ${publicColumns} from ${readable(now)} a where a.slug = ${slug}`.execute(db)
  return rows[0]
}

/** The newest of those that a customer has not seen, none of which is older than told; null where there is none. */
export const newestUnseen = async (
  db: Db,
  customer: string,
  { now, since }: { now: Date; since: Date },
): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select max(a.publish_at) as at from ${readable(now)} a
    where a.publish_at > ${since} and a.publish_at > coalesce(
      (select seen_until from announcement_visits where customer = ${customer}),
      (select created_at from customers where id = ${customer}))`.execute(db)
  return rows[0]?.at ?? null
}

export const readVisit = async (db: Db, customer: string): Promise<Date> => {
  const { rows } = await sql<{ seenUntil: Date }>`
    select coalesce(v.seen_until, c.created_at) as "seenUntil"
    from customers c left join announcement_visits v on v.customer = c.id where c.id = ${customer}`.execute(db)
  if (!rows[0]) throw new Error('whoever visits is a customer')
  return rows[0].seenUntil
}

/** Two pages that are open at a time never make it earlier. */
export const keepVisit = async (db: Db, customer: string, until: Date): Promise<Date> => {
  const { rows } = await sql<{ seenUntil: Date }>`
    insert into announcement_visits as v (customer, seen_until) values (${customer}, ${until})
    on conflict (customer) do update set seen_until = greatest(v.seen_until, excluded.seen_until)
    returning seen_until as "seenUntil"`.execute(db)
  if (!rows[0]) throw new Error('a visit was not kept')
  return rows[0].seenUntil
}

export type ManagedRow = {
  id: string
  number: string
  slug: string
  state: AnnouncementState
  title: string
  category: AnnouncementCategory
  isPinned: boolean
  source: string
  body: RichText
  publishAt: Date | null
  correction: string | null
  correctedAt: Date | null
  version: number
  changedAt: Date
  changedBy: string
}

/** Its state as it is now: whoever looks a moment after its time finds it published. */
const stateAt = (now: Date) =>
  sql`case when a.state = 'scheduled' and a.publish_at <= ${now} then 'published' else a.state end`

const managedColumns = (now: Date) => sql`a.id, a.number, a.slug, ${stateAt(now)} as state, a.title, a.category,
  a.is_pinned as "isPinned", a.source, a.body, a.publish_at as "publishAt", a.correction,
  a.corrected_at as "correctedAt", a.version, a.changed_at as "changedAt", coalesce(o.username, '') as "changedBy"`

export const readManaged = async (
  db: Db,
  { state, now }: { state: AnnouncementState | undefined; now: Date },
  { before, limit }: Stretch,
): Promise<ManagedRow[]> => {
  const { rows } = await sql<ManagedRow>`
    select ${managedColumns(now)} from announcements a left join customers o on o.id = a.operator
    where a.number < ${String(before ?? largestNumber)}::bigint
      and (${state ?? null}::text is null or ${stateAt(now)} = ${state ?? null})
    order by a.number desc limit ${limit}`.execute(db)
  return rows
}

export const findManaged = async (db: Db | Tx, id: string, now: Date): Promise<ManagedRow | undefined> => {
  const { rows } = await sql<ManagedRow>`
    select ${managedColumns(now)} from announcements a left join customers o on o.id = a.operator
    where a.id = ${id}`.execute(db)
  return rows[0]
}

type VersionRow = {
  version: number
  title: string
  source: string
  correction: string | null
  changedAt: Date
  changedBy: string
}

export const readVersions = async (db: Db | Tx, id: string, limit: number): Promise<VersionRow[]> => {
  const { rows } = await sql<VersionRow>`
    select v.version, v.title, v.source, v.correction, v.changed_at as "changedAt",
      coalesce(o.username, '') as "changedBy"
    from announcement_versions v left join customers o on o.id = v.operator
    where v.announcement = ${id} order by v.version desc limit ${limit}`.execute(db)
  return rows
}

/** Whoever writes waits for the one before: addresses stay apart, and nobody writes over what he has not seen. */
export const lockAnnouncements = async (tx: Tx): Promise<void> => {
  await sql`lock table announcements in share row exclusive mode`.execute(tx)
}

export const isSlugTaken = async (tx: Tx, slug: string, id: string | null): Promise<boolean> => {
  const { rows } = await sql`
    select from announcements where slug = ${slug} and id is distinct from ${id}::uuid`.execute(tx)
  return rows.length > 0
}

type By = { operator: string; at: Date }

const keepVersion = (tx: Tx, id: string) =>
  sql`
    insert into announcement_versions
      (announcement, version, title, category, source, is_pinned, correction, changed_at, operator)
    select id, version, title, category, source, is_pinned, correction, changed_at, operator
    from announcements where id = ${id}`.execute(tx)

type Saved = WrittenAnnouncement & { slug: string; body: RichText }

export const insertAnnouncement = async (
  tx: Tx,
  { slug, title, category, source, body, isPinned }: Saved,
  { operator, at }: By,
): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into announcements (slug, title, category, source, body, is_pinned, changed_at, operator)
    values (${slug}, ${title}, ${category}, ${source}, ${JSON.stringify(body)}::jsonb, ${isPinned}, ${at}, ${operator})
    returning id`.execute(tx)
  if (!rows[0]) throw new Error('an announcement was not inserted')
  await keepVersion(tx, rows[0].id)
  return rows[0].id
}

export const saveAnnouncement = async (
  tx: Tx,
  id: string,
  { slug, title, category, source, body, isPinned }: Saved,
  { operator, at, correction }: By & { correction: string | null },
): Promise<void> => {
  await sql`
    update announcements set slug = ${slug}, title = ${title}, category = ${category}, source = ${source},
      body = ${JSON.stringify(body)}::jsonb, is_pinned = ${isPinned}, version = version + 1, changed_at = ${at},
      operator = ${operator}, correction = coalesce(${correction}::text, correction),
      corrected_at = case when ${correction}::text is null then corrected_at else ${at}::timestamptz end
    where id = ${id}`.execute(tx)
  await keepVersion(tx, id)
}

/** Counts a move as the change that it is. */
export const countChange = async (tx: Tx, id: string, { operator, at }: By): Promise<void> => {
  await sql`
    update announcements set version = version + 1, changed_at = ${at}, operator = ${operator}
    where id = ${id}`.execute(tx)
}

/** Which of them have come to their time. */
const customersAtOnce = 200

/**
 * The next customers who want the news that is to be mailed, and have not been sent it: noted with the same statement, so that
 * each is named once. Undefined once nothing is left to be sent; what is taken away meanwhile is not.
 */
export const takeReaders = async (
  tx: Tx,
  { now, since }: { now: Date; since: Date },
): Promise<{ announcement: string; customers: string[] } | undefined> => {
  const { rows: due } = await sql<{ id: string; mailed_upto: string | null }>`
    select id, mailed_upto from announcements
    where mailed_at is null and state in ('scheduled', 'published') and publish_at <= ${now} and publish_at > ${since}
    order by publish_at, id limit 1 for update skip locked`.execute(tx)
  const [next] = due
  if (!next) return
  const { rows } = await sql<{ id: string }>`
    select id from customers
    where mails_wanted @> '{news}' and closed_at is null and role = 'customer'
      and id > coalesce(${next.mailed_upto}::uuid, '00000000-0000-0000-0000-000000000000')
    order by id limit ${customersAtOnce}`.execute(tx)
  const isLast = rows.length < customersAtOnce
  await sql`
    update announcements set mailed_upto = coalesce(${rows.at(-1)?.id ?? null}::uuid, mailed_upto),
      mailed_at = case when ${isLast} then ${now}::timestamptz end
    where id = ${next.id}`.execute(tx)
  return { announcement: next.id, customers: rows.map(({ id }) => id) }
}

/** What a mail tells of one, while it can be read. */
export const findTold = async (db: Db, id: string, now: Date): Promise<{ title: string; slug: string } | undefined> => {
  const { rows } = await sql<{ title: string; slug: string }>`
    select title, slug from ${readable(now)} a where id = ${id}`.execute(db)
  return rows[0]
}

export const dueBy = (now: Date) => sql`publish_at <= ${now}`

export const insertPicture = async (
  db: Db,
  { name, width, height }: { name: string; width: number; height: number },
  { operator, at }: By,
): Promise<void> => {
  await sql`
    insert into announcement_pictures (name, width, height, at, operator)
    values (${name}, ${width}, ${height}, ${at}, ${operator})`.execute(db)
}

export const findPictures = async (db: Db | Tx, names: readonly string[]) => {
  const { rows } = await sql<{ name: string; width: number; height: number }>`
    select name, width, height from announcement_pictures
    where name = any(${names}) and removed_at is null`.execute(db)
  return new Map(rows.map(({ name, width, height }) => [name, { width, height }]))
}

/**
 * Marks what was added before then and is shown by nothing: neither in a text that stands or is written, nor in what such a text
 * said before, nor in one that was withdrawn since.
 */
export const markUnused = async (tx: Tx, { before, at }: { before: Date; at: Date }): Promise<void> => {
  await sql`
    update announcement_pictures p set removed_at = ${at}
    where p.removed_at is null and p.at < ${before} and not exists (
      select from announcements a
      where (a.state <> 'withdrawn' or a.changed_at >= ${before}) and (
        strpos(a.source || a.body::text, p.name) > 0
        or exists (select from announcement_versions v where v.announcement = a.id and strpos(v.source, p.name) > 0)))`.execute(
    tx,
  )
}

export const listRemoved = async (db: Db, since: Date): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from announcement_pictures where removed_at >= ${since}`.execute(db)
  return rows.map(({ name }) => name)
}
