import type { Db, Tx } from '@ingot/db/connect'
import type { EstateState } from '@ingot/endpoints/estate-fields'
import { sql } from 'kysely'

export type OpenEstate = { id: string; state: EstateState; checked_at: Date; waiting_until: Date | null }

/** The one that we look into, of which there is one at most. */
export const findOpen = async (db: Db | Tx, customer: string): Promise<OpenEstate | undefined> => {
  const { rows } = await sql<OpenEstate>`
    select id, state, checked_at, waiting_until from estates
    where customer = ${customer} and state in ('Checking', 'Waiting', 'Documents', 'Approved')`.execute(db)
  return rows[0]
}

/** Since when credentials have to be renewed: since the last of the vetoes after which they were not. */
export const renewalSince = async (db: Db | Tx, customer: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ since: Date | null }>`
    select max(vetoed_at) as since from estates
    where customer = ${customer} and state = 'Vetoed' and renewed_at is null`.execute(db)
  return rows[0]?.since ?? undefined
}

/** Those whose owner has not renewed all, as a sweep goes through them; while another one is open nothing is lifted. */
export const listUnrenewed = async (
  db: Db,
  { after, most }: { after: string | null; most: number },
): Promise<{ id: string; customer: string }[]> => {
  const { rows } = await sql<{ id: string; customer: string }>`
    select e.id, e.customer from estates e
    where e.state = 'Vetoed' and e.renewed_at is null and not exists (
      select from estates o where o.customer = e.customer and o.state in ('Checking', 'Waiting', 'Documents', 'Approved'))
    order by e.id <= ${after}, e.id limit ${most}`.execute(db)
  return rows
}

export const saveRenewed = async (tx: Tx, id: string, at: Date) => {
  await sql`update estates set renewed_at = ${at} where id = ${id}`.execute(tx)
}

/** Those that wait and whose owner was reminded less often than by now he should be. */
export const listToRemind = async (
  db: Db,
  { now, days }: { now: Date; days: readonly number[] },
  { after, most }: { after: string | null; most: number },
): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select e.id from estates e
    where e.state = 'Waiting' and e.reminders < (
      select count(*) from unnest(${days}::int[]) as d (day) where e.waiting_from + d.day * interval '24 hours' <= ${now})
    order by e.id <= ${after}, e.id limit ${most}`.execute(db)
  return rows
}

export const saveReminders = async (tx: Tx, id: string, reminders: number) => {
  await sql`update estates set reminders = ${reminders} where id = ${id}`.execute(tx)
}

/** Those that are given out: what comes in later is given out too. */
export const listGivenOut = async (
  db: Db,
  { after, most }: { after: string | null; most: number },
): Promise<{ id: string; customer: string }[]> => {
  const { rows } = await sql<{ id: string; customer: string }>`
    select id, customer from estates where state in ('Approved', 'Distributed') and customer is not null
    order by id <= ${after}, id limit ${most}`.execute(db)
  return rows
}
