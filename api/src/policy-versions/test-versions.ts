import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'

/** For tests: a change as another process leaves it, decided by any two operators. */
export const insertTestVersion = async (
  db: Db,
  { name, value, from, at = from }: { name: string; value: string; from: Date; at?: Date },
) => {
  const { rows } = await sql<{ id: string }>`
    select id from customers where role = 'operator' order by id limit 2`.execute(db)
  const [asker, approver] = rows.map(({ id }) => id)
  await sql`
    with asked as (
      insert into approvals (action, thing, given, version, before, after, reason, asker, asked_at, expires_at)
      values ('test-policy', gen_random_uuid()::text, '{}', '', '[]', '[]', 'a test', ${asker}, ${at}, ${at}) returning id)
    insert into policy_versions (name, value, from_at, asker, approver, reason, approval, at)
    select ${name}, ${value}, ${from}, ${asker}, ${approver}, 'a test', id, ${at} from asked`.execute(db)
}
