import type { Db, Tx } from '@ingot/db/connect'
import type { IncidentState, StatusPart } from '@ingot/endpoints/status'
import { sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import type { PartHealth } from './rules.ts'

type Look = { claimedAt: Date; gapSeconds: number | null }

/** Whoever has the row looks; nobody else does until the transaction ends. */
export const lockLook = async (tx: Tx): Promise<Look> => {
  const { rows } = await sql<Look>`
    select claimed_at as "claimedAt", extract(epoch from clock_timestamp() - seen_at)::float8 as "gapSeconds"
    from status_looks for update`.execute(tx)
  if (!rows[0]) throw new Error('there is nothing to claim a look by')
  return rows[0]
}

export const claimLook = async (tx: Tx, at: Date) => {
  await sql`update status_looks set claimed_at = ${at}, seen_at = clock_timestamp()`.execute(tx)
}

export const noteLook = async (tx: Tx, at: Date) => {
  await sql`update status_looks set looked_at = ${at}`.execute(tx)
}

/** Since when a part is as it is changes only when it does. */
export const saveParts = async (tx: Tx, parts: readonly PartHealth[], at: Date) => {
  await sql`
    insert into status_parts as p (name, is_well, since, first_at)
    select name, "isWell", ${at}, ${at} from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as x (name text, "isWell" boolean)
    on conflict (name) do update set is_well = excluded.is_well, since = excluded.since
      where p.is_well <> excluded.is_well`.execute(tx)
}

type Ill = { name: StatusPart; since: Date }

/** Parts that were ill already then, and have no incident for it. One that an operator has ended is not opened again. */
export const readIll = async (tx: Tx, before: Date): Promise<Ill[]> => {
  const { rows } = await sql<Ill>`
    select name, since from status_parts p where not is_well and since <= ${before}
      and not exists (select from incidents i where i.cause = p.name and (i.state <> 'resolved' or i.began_at = p.since))
    order by name`.execute(tx)
  return rows
}

/** Incidents that the health of a part opened, whose part was well again already then. */
export const readOver = async (tx: Tx, before: Date): Promise<{ id: string; cause: StatusPart; since: Date }[]> => {
  const { rows } = await sql<{ id: string; cause: StatusPart; since: Date }>`
    select i.id, i.cause, greatest(p.since, i.began_at) as since from incidents i join status_parts p on p.name = i.cause
    where i.state <> 'resolved' and p.is_well and p.since <= ${before} order by i.number`.execute(tx)
  return rows
}

/** Nobody else opens one until the transaction ends. */
export const lockIncidents = async (tx: Tx) => {
  await sql`select pg_advisory_xact_lock(hashtext('incidents'))`.execute(tx)
}

export const countOpen = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from incidents where state <> 'resolved'`.execute(tx)
  return rows[0]?.count ?? 0
}

export const insertIncident = async (
  tx: Tx,
  made: { title: string; parts: readonly StatusPart[]; cause: StatusPart | null; beganAt: Date },
): Promise<string> => {
  const { title, parts, cause, beganAt } = made
  const { rows } = await sql<{ id: string }>`
    insert into incidents (title, parts, cause, began_at) values (${title}, ${[...parts]}, ${cause}, ${beganAt})
    returning id`.execute(tx)
  if (!rows[0]) throw new Error('an incident was not inserted')
  return rows[0].id
}

export const insertUpdate = async (
  tx: Tx,
  incident: string,
  { state, words, at, operator }: { state: IncidentState; words: string; at: Date; operator: string | null },
) => {
  await sql`
    insert into incident_updates (incident, state, words, at, operator)
    values (${incident}, ${state}, ${words}, ${at}, ${operator})`.execute(tx)
}

type ToldRow = { state: IncidentState; words: string; at: string; by: string | null }

export type IncidentRow = {
  id: string
  number: string
  title: string
  parts: StatusPart[]
  state: IncidentState
  cause: StatusPart | null
  beganAt: Date
  endedAt: Date | null
  updates: ToldRow[]
}

const columns = sql`i.id, i.number, i.title, i.parts, i.state, i.cause, i.began_at as "beganAt", i.ended_at as "endedAt",
  array(
    select jsonb_build_object('state', u.state, 'words', u.words, 'at', u.at, 'by', o.username)
    from incident_updates u left join customers o on o.id = u.operator where u.incident = i.id order by u.number desc
  ) as updates`

export const findIncident = async (db: Db | Tx, id: string): Promise<IncidentRow | undefined> => {
  const { rows } = await sql<IncidentRow>`select ${columns} from incidents i where i.id = ${id}`.execute(db)
  return rows[0]
}

export const lockIncident = async (
  tx: Tx,
  id: string,
): Promise<{ state: IncidentState; title: string } | undefined> => {
  const { rows } = await sql<{ state: IncidentState; title: string }>`
    select state, title from incidents where id = ${id} for update`.execute(tx)
  return rows[0]
}

export const readIncidents = async (db: Db, { before, limit }: Stretch): Promise<IncidentRow[]> => {
  const { rows } = await sql<IncidentRow>`
    select ${columns} from incidents i where i.number < ${String(before ?? largestNumber)}::bigint
    order by i.number desc limit ${limit}`.execute(db)
  return rows
}

/** Those that are not over. */
export const readOpen = async (db: Db, most: number): Promise<IncidentRow[]> => {
  const { rows } = await sql<IncidentRow>`
    select ${columns} from incidents i where i.state <> 'resolved' order by i.number desc limit ${most}`.execute(db)
  return rows
}

/** Those that ended since then, the last to begin first. */
export const readPast = async (db: Db, since: Date, most: number): Promise<IncidentRow[]> => {
  const { rows } = await sql<IncidentRow>`
    select ${columns} from incidents i where i.state = 'resolved' and i.ended_at > ${since}
    order by i.began_at desc, i.number desc limit ${most}`.execute(db)
  return rows
}

type PartRow = { name: StatusPart; firstAt: Date; lookedAt: Date | null; endedAt: Date | null; downSince: Date | null }

/** Each part with when it last came back, and since when an incident that is not over names it. */
export const readParts = async (db: Db): Promise<PartRow[]> => {
  const { rows } = await sql<PartRow>`
    select p.name, p.first_at as "firstAt", l.looked_at as "lookedAt", max(i.ended_at) as "endedAt",
      min(i.began_at) filter (where i.state <> 'resolved') as "downSince"
    from status_parts p cross join status_looks l left join incidents i on p.name = any(i.parts)
    group by p.name, p.first_at, l.looked_at`.execute(db)
  return rows
}
