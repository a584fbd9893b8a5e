import type { Db, Tx } from '@ingot/db/connect'
import { advanceAll } from '@ingot/db/states'
import type { GroupKind, GroupState, ReportReason } from '@ingot/endpoints/group-fields'
import { sql } from 'kysely'
import { microsOf, momentOf, type Place, type Sum, sumOf, uuidIn } from '../../queue.ts'
import { reportMoves } from './rules.ts'

type NewReport = { group: string; customer: string; name: string; why: ReportReason; at: Date }

/** Says whether it is new: of one person one is open at a time. */
export const insertReport = async (tx: Tx, { group, customer, name, why, at }: NewReport): Promise<boolean> => {
  const { rows } = await sql`
    insert into gds_reports (id, group_id, customer, name, why, at)
    values (gen_random_uuid(), ${group}, ${customer}, ${name}, ${why}, ${at})
    on conflict (group_id, customer) where state = 'New' do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Of each group the oldest that is open: all of them are decided together. */
const waiting = sql`
  gds_reports r where r.state = 'New' and not exists (
    select from gds_reports o where o.group_id = r.group_id and o.state = 'New' and (o.at, o.id) < (r.at, r.id))`

export const sumReports = (db: Db): Promise<Sum> => sumOf(db, sql`select r.at as since from ${waiting}`)

export type WaitingReport = {
  id: string
  since: Date
  micros: string
  reported: string
  name: string
  number: string
  kind: GroupKind
  state: GroupState
  members: number
  reports: number
  reasons: ReportReason[]
  creator: string | null
  username: string | null
}

export const listReports = async (db: Db, after: Place, limit: number): Promise<WaitingReport[]> => {
  const { rows } = await sql<WaitingReport>`
    select r.id, r.at as since, ${microsOf(sql`r.at`)} as micros, r.name as reported, g.name, g.number, g.kind, g.state,
      (select count(*)::int from gds_members m where m.group_id = g.id and m.state in ('Member', 'Admin')) as members,
      all_of_it.reports, all_of_it.reasons, c.id as creator, c.username
    from (select r.id, r.at, r.name, r.group_id from ${waiting}
        and (r.at, r.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid) order by r.at, r.id limit ${limit}) r
      join gds_groups g on g.id = r.group_id
      cross join lateral (
        select count(*)::int as reports, array_agg(distinct o.why order by o.why) as reasons
        from gds_reports o where o.group_id = g.id and o.state = 'New') all_of_it
      left join gds_members m on m.group_id = g.id and m.is_creator
      left join customers c on c.id = m.customer
    order by r.at, r.id`.execute(db)
  return rows
}

/** Of which group a report is, whether it is still open or not. */
export const findReported = async (tx: Tx, report: string): Promise<string | undefined> => {
  const { rows } = await sql<{ group: string }>`
    select group_id as "group" from gds_reports where id = ${report}`.execute(tx)
  return rows[0]?.group
}

/** Decides all that are open of a group. Says how many there were. */
export const decideReports = async (
  tx: Tx,
  group: string,
  to: 'Renamed' | 'Closed' | 'Dismissed',
  { by, why, at }: { by: string; why: string; at: Date },
): Promise<number> => {
  const chosen = sql`group_id = ${group}`
  return (await advanceAll(tx, reportMoves, chosen, { to, by, why, at, set: { decided_at: at } })).length
}
