import type { Db, Tx } from '@ingot/db/connect'
import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import type { Rate } from '@ingot/money/rate'
import { sql } from 'kysely'
import { fractionOf } from './store.ts'

/** A day and what a gram would have brought when it ended. */
export type PricedDay = { day: string; bid: Rate | null }

/** Customers whose ids lie between these two. */
export type Few = { from: string; to: string }

/** What made a product's open grams more or fewer, and what they had cost. */
const changesOf = ({ from, to }: Few, since: string | null) => sql`
  select customer, product, (at at time zone 'UTC')::date as day, sum(units) as units, sum(cost) as cost
  from (
    select customer, product, coalesce(passed_at, booked_at) as at, units, cost_units as cost from holdings
    where customer between ${from} and ${to} and coalesce(passed_at, booked_at) >= ${since ?? '-infinity'}::timestamptz
    union all
    select customer, product, at, -units, -cost_units from terminations
    where customer between ${from} and ${to} and at >= ${since ?? '-infinity'}::timestamptz
    union all
    select customer, product, at, -units, -cost_units from holding_departures
    where customer between ${from} and ${to} and at >= ${since ?? '-infinity'}::timestamptz) event
  group by 1, 2, 3`

const positionsOf = ({ from, to }: Few) => sql`
  select customer, product, open_units as units, cost_units as cost from holding_positions
  where customer between ${from} and ${to}`

const sumsOfChanges = sql`select customer, product, sum(units) as units, sum(cost) as cost from changes group by 1, 2`

/**
 * Writes the rows of days that follow one another, unless they are there. From how things are now it goes back: what changed after
 * a day was not there yet. That of now is either the customers' positions, so that only what is newer than the days has to be read,
 * or, to make them anew, the sum of all that ever changed.
 */
export const insertDays = async (tx: Tx, days: readonly PricedDay[], few: Few, isAnew: boolean) => {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (first === undefined || last === undefined) return
  const fractions = days.map(({ bid }) => fractionOf(bid))
  await sql`
    with changes as (${changesOf(few, isAnew ? null : first)}),
    now_there as (${isAnew ? sumsOfChanges : positionsOf(few)}),
    days as (
      select day, above, below
      from unnest(${days.map(({ day }) => day)}::date[], ${fractions.map(({ above }) => above)}::numeric[],
        ${fractions.map(({ below }) => below)}::numeric[]) as d (day, above, below)
    ),
    later as (
      select customer, product, sum(units) as units, sum(cost) as cost from changes where day > ${last}::date group by 1, 2
    ),
    stood as (
      select n.customer, n.product, d.day, d.above, d.below, c.day is not null as has_changed,
        n.units - coalesce(l.units, 0) - coalesce(sum(c.units) over since, 0) as units,
        n.cost - coalesce(l.cost, 0) - coalesce(sum(c.cost) over since, 0) as cost
      from now_there n cross join days d
        left join changes c on c.customer = n.customer and c.product = n.product and c.day = d.day
        left join later l on l.customer = n.customer and l.product = n.product
      window since as (partition by n.customer, n.product order by d.day desc
        rows between unbounded preceding and 1 preceding)
    )
    insert into holding_days (customer, product, day, open_units, cost_units, value_units)
    select customer, product, day, units, cost, case when units = 0 then 0 else div(units * above, below) end
    from stood where units > 0 or has_changed
    order by customer, product, day
    on conflict do nothing`.execute(tx)
}

export const deleteDays = async (tx: Tx, until: string, { from, to }: Few) => {
  await sql`delete from holding_days where customer between ${from} and ${to} and day <= ${until}::date`.execute(tx)
}

/** Two that make days take turns. */
export const lockDays = (tx: Tx) => sql`select pg_advisory_xact_lock(1866359)`.execute(tx)

/** The first day on which anything was booked, and the last one that is made. */
export const readDaysMade = async (db: Db): Promise<{ first: string | null; last: string | null }> => {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select (select (min(booked_at) at time zone 'UTC')::date::text from holdings) as first,
      (select max(day)::text from holding_days_made) as last`.execute(db)
  return rows[0] ?? { first: null, last: null }
}

export const noteMade = async (db: Db, days: readonly PricedDay[], at: Date) => {
  await sql`
    insert into holding_days_made (day, made_at)
    select day, ${at} from unnest(${days.map(({ day }) => day)}::date[]) as d (day)
    on conflict do nothing`.execute(db)
}

/** The first day of which a customer has a row, and the last one that is made for all. */
export const findSpan = async (
  db: Db,
  customer: string,
  products: readonly HoldingProduct[],
): Promise<{ first: string | null; last: string | null }> => {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select (select min(day)::text from holding_days where customer = ${customer} and product = any(${[...products]}::text[])) as first,
      (select max(day)::text from holding_days_made) as last`.execute(db)
  return rows[0] ?? { first: null, last: null }
}

export type WorthRow = { day: string; cost: string; value: string | null }

export const readDays = async (
  db: Db,
  customer: string,
  products: readonly HoldingProduct[],
  days: readonly string[],
): Promise<WorthRow[]> => {
  const { rows } = await sql<WorthRow>`
    select day::text, sum(cost_units) as cost, case when count(value_units) = count(*) then sum(value_units) end as value
    from holding_days
    where customer = ${customer} and product = any(${[...products]}::text[]) and day = any(${[...days]}::date[])
    group by day order by day`.execute(db)
  return rows
}

/** Grams that were delivered or passed on after a moment. */
export const readMoved = async (
  db: Db,
  customer: string,
  products: readonly HoldingProduct[],
  after: Date,
): Promise<{ at: Date; units: string }[]> => {
  const { rows } = await sql<{ at: Date; units: string }>`
    select at, units from holding_departures
    where customer = ${customer} and product = any(${[...products]}::text[]) and at >= ${after} and kind <> 'reversed'
    order by at`.execute(db)
  return rows
}
