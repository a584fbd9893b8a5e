import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import type { AppealState, ProfileState, ReportKind, ReportState } from '@ingot/endpoints/consultant-fields'
import { sql } from 'kysely'
import { microsOf, momentOf, type Place, type Sum, sumOf, uuidIn } from '../../queue.ts'

export type Report = {
  id: string
  profile: string
  /** Whom it is about. */
  consultant: string
  kind: ReportKind
  text: string
  state: ReportState
  at: Date
  decidedAt: Date | null
  decidedBy: string[] | null
  reason: string | null
  hiddenUntil: Date | null
}

const reportColumns = sql`
  r.id, r.profile, p.customer as consultant, r.kind, r.text, r.state, r.at, r.decided_at as "decidedAt",
  r.decided_by as "decidedBy", r.reason, r.hidden_until as "hiddenUntil"`
const reports = sql`consultant_reports r join consultant_profiles p on p.id = r.profile`

type NewReport = { profile: string; customer: string; kind: ReportKind; text: string; at: Date }

/** Says whether it is new: of one person one about a consultant is open at a time. */
export const insertReport = async (tx: Tx, { profile, customer, kind, text, at }: NewReport): Promise<boolean> => {
  const { rows } = await sql`
    insert into consultant_reports (id, profile, customer, kind, text, at)
    values (${randomUUID()}, ${profile}, ${customer}, ${kind}, ${text}, ${at})
    on conflict (profile, customer) where state in ('New', 'In review') do nothing returning id`.execute(tx)
  return rows.length > 0
}

export const findReport = async (db: Db | Tx, id: string): Promise<Report | undefined> => {
  const { rows } = await sql<Report>`select ${reportColumns} from ${reports} where r.id = ${id}`.execute(db)
  return rows[0]
}

export type Appeal = { state: AppealState; text: string; at: string; reason: string | null }

/** What was decided about somebody, newest first. */
export const readDecided = async (db: Db, profile: string): Promise<(Report & { appeal: Appeal | null })[]> => {
  const { rows } = await sql<Report & { appeal: Appeal | null }>`
    select ${reportColumns}, case when a.id is not null then
        jsonb_build_object('state', a.state, 'text', a.text, 'at', a.at, 'reason', a.reason) end as appeal
    from ${reports} left join consultant_appeals a on a.report = r.id
    where r.profile = ${profile} and r.state in ('Warned', 'Hidden', 'Suspended', 'Overturned')
    order by r.decided_at desc, r.id limit 50`.execute(db)
  return rows
}

type NewAppeal = { report: string; customer: string; text: string; at: Date }

/** Says whether it is new: of each decision there is one. */
export const insertAppeal = async (tx: Tx, { report, customer, text, at }: NewAppeal): Promise<boolean> => {
  const { rows } = await sql`
    insert into consultant_appeals (id, report, customer, text, at)
    values (${randomUUID()}, ${report}, ${customer}, ${text}, ${at})
    on conflict (report) do nothing returning id`.execute(tx)
  return rows.length > 0
}

export type FoundAppeal = Appeal & { id: string; report: string; customer: string }

export const findAppeal = async (db: Db | Tx, id: string): Promise<FoundAppeal | undefined> => {
  const { rows } = await sql<FoundAppeal>`
    select id, report, customer, state, text, at, reason from consultant_appeals where id = ${id}`.execute(db)
  return rows[0]
}

// What waits for operators.

const openReports = sql`r.state in ('New', 'In review')`

export const sumReports = (db: Db): Promise<Sum> =>
  sumOf(db, sql`select r.at as since from consultant_reports r where ${openReports}`)

export type WaitingReport = Report & {
  micros: string
  username: string
  reporter: string | null
  profileState: ProfileState
  profileText: string | null
  /** Others about the same consultant that are open, and those that led to something. */
  others: number
  before: number
}

export const listReports = async (db: Db, after: Place, limit: number): Promise<WaitingReport[]> => {
  const { rows } = await sql<WaitingReport>`
    select ${reportColumns}, ${microsOf(sql`r.at`)} as micros, c.username, w.username as reporter, p.state as "profileState",
      (select v.text from consultant_versions v where v.profile = p.id and v.state = 'Approved') as "profileText",
      (select count(*)::int from consultant_reports o
        where o.profile = p.id and o.id <> r.id and o.state in ('New', 'In review')) as others,
      (select count(*)::int from consultant_reports o
        where o.profile = p.id and o.state in ('Warned', 'Hidden', 'Suspended')) as before
    from ${reports} join customers c on c.id = p.customer left join customers w on w.id = r.customer
    where ${openReports} and (r.at, r.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by r.at, r.id limit ${limit}`.execute(db)
  return rows
}

export const sumAppeals = (db: Db): Promise<Sum> =>
  sumOf(db, sql`select a.at as since from consultant_appeals a where a.state = 'New'`)

export type WaitingAppeal = Report & {
  appeal: string
  appealText: string
  appealedAt: Date
  micros: string
  username: string
  deciders: string[]
}

export const listAppeals = async (db: Db, after: Place, limit: number): Promise<WaitingAppeal[]> => {
  const { rows } = await sql<WaitingAppeal>`
    select ${reportColumns}, a.id as appeal, a.text as "appealText", a.at as "appealedAt", ${microsOf(sql`a.at`)} as micros,
      c.username, array(select o.username from customers o where o.id = any(r.decided_by) order by 1) as deciders
    from consultant_appeals a join consultant_reports r on r.id = a.report join consultant_profiles p on p.id = r.profile
      join customers c on c.id = p.customer
    where a.state = 'New' and (a.at, a.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by a.at, a.id limit ${limit}`.execute(db)
  return rows
}

export const sumVersions = (db: Db): Promise<Sum> =>
  sumOf(db, sql`select v.submitted_at as since from consultant_versions v where v.state = 'In review'`)

export type WaitingVersion = {
  id: string
  customer: string
  username: string
  since: Date
  micros: string
  rank: string | null
  showsWholeName: boolean
  picture: string | null
  languages: string[]
  text: string
  profileState: ProfileState
  /** What others read now. */
  shownText: string | null
  sealed: Buffer | null
}

export const listVersions = async (db: Db, after: Place, limit: number): Promise<WaitingVersion[]> => {
  const { rows } = await sql<WaitingVersion>`
    select v.id, v.customer, c.username, v.submitted_at as since, ${microsOf(sql`v.submitted_at`)} as micros,
      c.customer_rank as rank, v.shows_whole_name as "showsWholeName", v.picture, v.languages, v.text,
      p.state as "profileState", k.sealed,
      (select x.text from consultant_versions x where x.profile = p.id and x.state = 'Approved') as "shownText"
    from consultant_versions v join consultant_profiles p on p.id = v.profile join customers c on c.id = v.customer
      left join kyc_personal k on k.customer = v.customer
    where v.state = 'In review' and (v.submitted_at, v.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by v.submitted_at, v.id limit ${limit}`.execute(db)
  return rows
}
