import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { policy } from '../../policy.ts'
import type { Network, Rank } from './rules.ts'

/** What ranks are made of. */
export type Member = Network & { id: string; isVerified: boolean; rank: Rank | null }

export const isUpline = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await sql<{ upline: boolean }>`
    select kyc_status = 'Verified' and exists (
        select from customers referral where referral.introducer = customers.id and referral.kyc_status = 'Verified'
      ) as upline
    from customers where id = ${id}`.execute(db)
  return rows[0]?.upline ?? false
}

/**
 * The customer and the introducers above, as far as the customer counts for them. Locked from below, as every other line
 * is, so that two referrals verified at once are counted one after the other and never wait for each other in a ring.
 */
export const lockLine = async (tx: Tx, id: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with recursive line (id, introducer, level) as (
      select id, introducer, 0 from customers where id = ${id}
      union all
      select above.id, above.introducer, level + 1 from customers above join line on above.id = line.introducer
      where level < ${policy.affiliates.levels}
    )
    select customers.id from customers join line using (id) order by level for no key update of customers`.execute(tx)
  return rows.map((row) => row.id)
}

export const lockCustomer = async (tx: Tx, id: string): Promise<void> => {
  await sql`select from customers where id = ${id} for no key update`.execute(tx)
}

export const readMembers = async (tx: Tx, ids: readonly string[]): Promise<Member[]> => {
  const { rows } = await sql<Member>`
    with recursive below (head, id, level) as (
      select introducer, id, 1 from customers where introducer = any(${ids}::uuid[])
      union all
      select head, referral.id, level + 1 from customers referral join below on referral.introducer = below.id
      where level < ${policy.affiliates.levels}
    ), counted as (
      select head, count(*) filter (where level = 1)::int as direct, count(*)::int as "all"
      from below join customers using (id) where kyc_status = 'Verified' group by head
    )
    select id, kyc_status = 'Verified' as "isVerified", customer_rank as rank,
      coalesce(direct, 0) as direct, coalesce("all", 0) as "all"
    from customers left join counted on head = id where id = any(${ids}::uuid[])`.execute(tx)
  return rows
}

/** Who has a rank or could have one, in pages. */
export const listRankable = async (db: Db, after: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from customers
    where id > ${after} and (customer_rank is not null
      or exists (select from customers referral where referral.introducer = customers.id))
    order by id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
