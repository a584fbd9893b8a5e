import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import type { EndReason } from './rules.ts'

const reason = sql`case
  when s.frozen_at is not null then 'frozen'
  when exists (select from debts d where d.customer = p.customer and d.left_cents > 0) then 'debt'
  when a.state is distinct from 'Verified' then 'account' end`

const tables = sql`payouts p left join wallet_senders s on s.customer = p.customer
  left join bank_accounts a on a.id = p.account`

/** Why one may not leave; undefined while it may. */
export const findStop = async (tx: Tx, id: string): Promise<EndReason | undefined> => {
  const { rows } = await sql<{ reason: EndReason | null }>`
    select ${reason} as reason from ${tables} where p.id = ${id}`.execute(tx)
  return rows[0]?.reason ?? undefined
}

/** Those that are in no file yet and may not leave, as a sweep goes through them. */
export const listStopped = async (
  db: Db,
  { after, most }: { after: string | null; most: number },
): Promise<{ id: string; reason: EndReason }[]> => {
  const { rows } = await sql<{ id: string; reason: EndReason }>`
    select p.id, ${reason} as reason from ${tables}
    where p.state in ('Requested', 'Approved') and ${reason} is not null
    order by p.id <= ${after}, p.id limit ${most}`.execute(db)
  return rows
}
