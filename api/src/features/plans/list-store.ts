import type { Db, Tx } from '@ingot/db/connect'
import type { Attention } from '@ingot/endpoints/dashboard'
import type { DueReason, DueState, PlanProduct, PlanReason, PlanState, Rhythm } from '@ingot/endpoints/plans'
import { type RawBuilder, sql } from 'kysely'
import { largestNumber, type Stretch } from '../../lists.ts'
import type { PayAsset } from '../holdings/rules.ts'

export type DueRow = {
  id: string
  number: string
  on: string
  try_at: Date | string | null
  state: DueState
  reason: DueReason | null
  amount_units: string
  done_at: Date | string | null
  gram_units: string | null
  price: string | null
  movement: string | null
  movement_type: string | null
}

export type PlanRow = {
  id: string
  number: string
  product: PlanProduct
  state: PlanState
  reason: PlanReason | null
  pay_with: PayAsset
  amount_units: string
  every: Rhythm
  on: number | null
  zone: string
  ceiling: string | null
  ends_on: string | null
  made_at: Date
  booked_times: number
  paid_units: string
  gram_units: string
  next: DueRow | null
  last: DueRow | null
}

/** With the type of the movement that booked it. Numbers are text, since JSON has no room for them. */
const dueColumns = sql`d.id, d.number::text as number, d.due_on::text as "on", d.try_at, d.state, d.reason,
  d.amount_units::text as amount_units, d.done_at, d.gram_units::text as gram_units, d.price, d.movement,
  (select m.type from ledger_movements m where m.id = d.movement) as movement_type`

const planColumns = sql`p.id, p.number, p.product, p.state, p.reason, p.pay_with, p.amount_units, p.every, p.on_day as "on", p.zone,
  p.ceiling, p.ends_on::text as ends_on, p.made_at, p.booked_times, p.paid_units, p.gram_units,
  (select to_jsonb(o) from (
    select ${dueColumns} from plan_dues d where d.plan = p.id and d.try_at is not null) o) as next,
  (select to_jsonb(o) from (
    select ${dueColumns} from plan_dues d where d.plan = p.id and d.done_at is not null order by d.number desc limit 1) o) as last`

export type PlanFilter = { product?: PlanProduct | undefined; state?: PlanState | undefined }

export const readPlans = async (
  db: Db,
  customer: string,
  { product, state }: PlanFilter,
  { before, limit }: Stretch,
): Promise<PlanRow[]> => {
  const conditions: RawBuilder<unknown>[] = [
    sql`customer = ${customer}`,
    sql`number < ${String(before ?? largestNumber)}::bigint`,
    ...(product ? [sql`product = ${product}`] : []),
    ...(state ? [sql`state = ${state}`] : []),
  ]
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from (
      select * from plans where ${sql.join(conditions, sql` and `)} order by number desc limit ${limit}) p
    order by p.number desc`.execute(db)
  return rows
}

export const findPlan = async (db: Db | Tx, customer: string, id: string): Promise<PlanRow | undefined> => {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from plans p where p.id = ${id} and p.customer = ${customer}`.execute(db)
  return rows[0]
}

export const isOwn = async (db: Db, customer: string, id: string): Promise<boolean> => {
  const { rows } = await sql`select from plans where id = ${id} and customer = ${customer}`.execute(db)
  return rows.length > 0
}

export type DueFilter = { state?: DueState | undefined }

export const readDues = async (
  db: Db,
  plan: string,
  { state }: DueFilter,
  { before, limit }: Stretch,
): Promise<DueRow[]> => {
  const { rows } = await sql<DueRow>`
    select ${dueColumns} from plan_dues d
    where d.plan = ${plan} and d.number < ${String(before ?? largestNumber)}::bigint
      ${state ? sql`and d.state = ${state}` : sql``}
    order by d.number desc limit ${limit}`.execute(db)
  return rows
}

export type NextRow = { plan: string; product: PlanProduct; on: string; try_at: Date; amount_units: string }

/** The dates that are ahead of a customer's plans, soonest first. */
export const readNext = async (db: Db, customer: string, most: number): Promise<NextRow[]> => {
  const { rows } = await sql<NextRow>`
    select p.id as plan, p.product, d.due_on::text as "on", d.try_at, d.amount_units
    from plans p join plan_dues d on d.plan = p.id and d.try_at is not null
    where p.customer = ${customer} order by d.try_at, d.number limit ${most}`.execute(db)
  return rows
}

export type NeedRow = { kind: Extract<Attention['kind'], `plan-${string}`>; id: string; at: Date }

/** Plans that we paused, and those whose last date was missed or is being tried again. Newest first. */
export const readNeeds = async (db: Db, customer: string): Promise<NeedRow[]> => {
  const { rows } = await sql<NeedRow>`
    select kind, id, at from (
      select 'plan-paused' as kind, p.id, p.since as at from plans p
      where p.customer = ${customer} and p.state = 'Paused' and p.reason <> 'customer'
      union all
      select 'plan-missed', p.id, m.at from plans p cross join lateral (
        select case d.state when 'Retrying' then d.first_missed_at else d.done_at end as at, d.state, d.reason
        from plan_dues d where d.plan = p.id and (d.done_at is not null or d.state = 'Retrying')
        order by d.number desc limit 1) m
      where p.customer = ${customer} and p.state = 'Active'
        and (m.state = 'Retrying' or (m.state = 'Skipped' and m.reason not in ('customer', 'paused')))) needs
    order by at desc`.execute(db)
  return rows
}

export type ToldRow = {
  product: PlanProduct
  pay_with: PayAsset
  amount_units: string
  every: Rhythm
  booked_times: number
  /** Of the date that is meant, or of the next one. */
  on: string | null
  reason: PlanReason | null
  missed: DueReason | null
}

/** A plan as mails tell of it, with the date that is meant, or else with the next one. */
export const readTold = async (db: Db, plan: string, due: string | undefined): Promise<ToldRow | undefined> => {
  const { rows } = await sql<ToldRow>`
    select p.product, p.pay_with, p.amount_units, p.every, p.booked_times, d.due_on::text as "on", p.reason, d.reason as missed
    from plans p left join plan_dues d on d.plan = p.id and ${due ? sql`d.id = ${due}` : sql`d.try_at is not null`}
    where p.id = ${plan}`.execute(db)
  return rows[0]
}
