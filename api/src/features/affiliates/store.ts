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
 * The customers and the introducers above them, as far as they count for them. Locked from the newest on, and so each line
 * from below: two referrals verified at once are counted one after the other and never wait for each other in a ring.
 */
export const lockLines = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with recursive line (id, introducer, level) as (
      select id, introducer, 0 from customers where id = any(${ids}::uuid[])
      union all
      select above.id, above.introducer, level + 1 from customers above join line on above.id = line.introducer
      where level < ${policy.affiliates.levels}
    )
    select id from customers where id in (select id from line) order by number desc for no key update`.execute(tx)
  return rows.map((row) => row.id)
}

export const lockCustomer = async (tx: Tx, id: string): Promise<void> => {
  await sql`select from customers where id = ${id} for no key update`.execute(tx)
}

export const readMembers = async (tx: Tx, ids: readonly string[]): Promise<Member[]> => {
  const { rows } = await sql<Member>`
    select id, kyc_status = 'Verified' as "isVerified", customer_rank as rank,
      coalesce(sum(verified) filter (where level = 1), 0)::int as direct, coalesce(sum(verified), 0)::int as "all"
    from customers left join network_counts on customer = id and level <= ${policy.affiliates.levels}
    where id = any(${ids}::uuid[]) group by id`.execute(tx)
  return rows
}

/** Who has a rank or could have one, in pages. */
export const listRankable = async (db: Db, after: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from customers
    where id > ${after} and (customer_rank is not null
      or exists (select from network_counts where customer = customers.id))
    order by id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
