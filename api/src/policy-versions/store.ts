import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import type { Version } from './numbers.ts'

type VersionRow = { id: string; name: string; value: string; from_at: Date }

const versionOf = ({ id, name, value, from_at }: VersionRow): Version => ({ id, name, value, from: from_at })

/** Every change after a version, in the order in which they were decided. */
export const readVersions = async (db: Db | Tx, after = '0'): Promise<Version[]> => {
  const { rows } = await sql<VersionRow>`
    select id, name, value, from_at from policy_versions where id > ${after}::bigint order by id`.execute(db)
  return rows.map(versionOf)
}

/** One change and all before it; nothing if there is none. */
export const readVersionsUntil = async (db: Db, id: string): Promise<Version[]> => {
  const { rows } = await sql<VersionRow>`
    select id, name, value, from_at from policy_versions where id <= ${id}::bigint order by id`.execute(db)
  return rows.map(versionOf)
}

/** Nothing else is changed until the transaction ends. */
export const lockVersions = async (tx: Tx) => {
  await sql`select pg_advisory_xact_lock(hashtext('policy_versions'))`.execute(tx)
}

export type Told = Version & { asker: string | null; approver: string | null; reason: string }

/** The same with those who decided them, by name. */
export const readHistory = async (db: Db): Promise<Told[]> => {
  const { rows } = await sql<VersionRow & { asker: string | null; approver: string | null; reason: string }>`
    select v.id, v.name, v.value, v.from_at, v.reason, one.username as asker, other.username as approver
    from policy_versions v left join customers one on one.id = v.asker left join customers other on other.id = v.approver
    order by v.id`.execute(db)
  return rows.map((row) => ({ ...versionOf(row), asker: row.asker, approver: row.approver, reason: row.reason }))
}

/** Since when numbers can be changed here. */
export const readBeginning = async (db: Db): Promise<Date> => {
  const { rows } = await sql<{ applied_at: Date }>`
    select applied_at from migrations where name like '0045-%'`.execute(db)
  return rows[0]?.applied_at ?? new Date(0)
}

export type Decided = Omit<Version, 'id'> & {
  asker: string
  approver: string
  approval: string
  at: Date
}

export const insertVersion = async (tx: Tx, given: Decided): Promise<string> => {
  const { name, value, from, asker, approver, approval, at } = given
  const { rows } = await sql<{ id: string }>`
    insert into policy_versions (name, value, from_at, asker, approver, reason, approval, at)
    select ${name}, ${value}, ${from}, ${asker}, ${approver}, reason, id, ${at} from approvals where id = ${approval}
    returning id`.execute(tx)
  if (!rows[0]) throw new Error(`a version of ${name} was not inserted`)
  return rows[0].id
}

export const insertNotice = async (tx: Tx, version: string) => {
  await sql`insert into policy_notices (version) values (${version})`.execute(tx)
}

/** How far a notice has come, for whoever goes on with it alone; undefined when nothing is left. */
export const lockNotice = async (tx: Tx, version: string): Promise<{ reached: string | null } | undefined> => {
  const { rows } = await sql<{ reached: string | null }>`
    select reached from policy_notices where version = ${version} and done_at is null for update`.execute(tx)
  return rows[0]
}

/** The next customers in the order of ids. Who was erased has no e-mail any more, and operators deal in nothing. */
export const nextToTell = async (tx: Tx, after: string | null, most: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from customers where (${after}::uuid is null or id > ${after}::uuid) and role = 'customer'
      and email_verified_at is not null and password_hash <> '' order by id limit ${most}`.execute(tx)
  return rows.map(({ id }) => id)
}

export const saveReached = async (tx: Tx, version: string, reached: string | null, doneAt: Date | null) => {
  await sql`
    update policy_notices set reached = coalesce(${reached}::uuid, reached), done_at = ${doneAt}
    where version = ${version}`.execute(tx)
}
