import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'
import { policy } from '../../policy.ts'

export type StakeSums = Record<'staked' | 'claimable' | 'requested' | 'paid' | 'toVest', bigint> & {
  stakes: number
  /** Until then nothing more vests: the first moment at which a day of one of them is over; null when nothing ever will. */
  until: Date | null
}

const { vestsFromDays } = policy.stakingDates

/** Of all stakes of a customer at a moment: the arithmetic of one is that of the rules, to the last unit. */
export const readSums = async (db: Db, customer: string, now: Date): Promise<StakeSums> => {
  // The difference of two moments has days of 24 hours. Each step is written down, else the database would reckon what follows from it over and over.
  const { rows } = await sql<Record<Exclude<keyof StakeSums, 'until'>, string> & { until: Date | null }>`
    with counted as materialized (
      select state, units, reward_units, paid_units, requested_units, returned_units, term_days, began_at, notice_at,
        extract(day from coalesce(notice_at, ${now}) - began_at)::int as days
      from stakes where customer = ${customer}),
    vested as materialized (
      select *, greatest(paid_units + requested_units, case when days >= term_days then reward_units
        when days < ${vestsFromDays} then 0 else div(reward_units * days, term_days) end) as vested
      from counted)
    select count(*) as stakes, coalesce(sum(units) filter (where state in ('Staked', 'Leaving')), 0) as staked,
      coalesce(sum(vested - paid_units - requested_units), 0) as claimable, coalesce(sum(requested_units), 0) as requested,
      coalesce(sum(paid_units), 0) as paid, coalesce(sum(reward_units - vested - returned_units), 0) as "toVest",
      min(began_at + (days + 1) * interval '24 hours') filter (where notice_at is null and days < term_days) as until
    from vested`.execute(db)
  const [row] = rows
  if (!row) throw new Error('stakes were not counted')
  return {
    stakes: Number(row.stakes),
    staked: BigInt(row.staked),
    claimable: BigInt(row.claimable),
    requested: BigInt(row.requested),
    paid: BigInt(row.paid),
    toVest: BigInt(row.toVest),
    until: row.until,
  }
}

/**
 * Something that is another one whenever anything was done to a customer's stakes: what begins and ends, or is paid, is among his
 * movements; what is asked for has a number, and is open until it is decided; and notice has its time until it is taken back.
 */
export const readStamp = async (db: Db, customer: string): Promise<string> => {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(' ',
      coalesce((select v.number from ledger_movements v where v.owner = ${`customer:${customer}`}
        order by v.at desc, v.number desc limit 1), 0),
      coalesce((select r.number from reward_requests r where r.customer = ${customer} order by r.number desc limit 1), 0),
      (select count(*) from reward_requests r where r.customer = ${customer} and r.state = 'Requested'),
      (select count(*) || ' ' || coalesce(max(extract(epoch from s.notice_at)), 0) from stakes s
        where s.customer = ${customer} and s.state = 'Leaving')) as stamp`.execute(db)
  return rows[0]?.stamp ?? ''
}

/** What was promised for all stakes of a customer and is neither paid nor given back. */
export const readUnpaid = async (db: Db, customer: string): Promise<bigint> => {
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(reward_units - paid_units - returned_units), 0) as units from stakes
    where customer = ${customer}`.execute(db)
  return BigInt(rows[0]?.units ?? 0)
}
