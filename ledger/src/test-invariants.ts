import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'

/** What must hold of the whole ledger at any time; each query answers with the rows that break it. */
const invariants = {
  'a balance is its last line, and its version counts the lines': sql`
    select b.account from ledger_balances b
      left join lateral (select version, units_after from ledger_lines l where l.account = b.account order by version desc limit 1) l on true
    where b.units <> coalesce(l.units_after, 0) or b.version <> coalesce(l.version, 0)
      or b.version <> (select count(*) from ledger_lines l where l.account = b.account)`,
  'each line goes on from the one before it by its move': sql`
    select account, version from (
      select l.account, l.version, l.units_after, l.posted_at,
        lag(l.units_after, 1, 0) over w + case when l.incoming then m.units else -m.units end as expected,
        lag(l.version, 1, 0::bigint) over w + 1 as expected_version, lag(l.posted_at) over w as before
      from ledger_lines l join ledger_moves m on m.entry = l.entry and m.number = l.number
      window w as (partition by l.account order by l.version)) x
    where units_after <> expected or version <> expected_version or posted_at < before`,
  'each guarded side of each move has one line, and no line is without one': sql`
    select coalesce(s.entry, l.entry) from (
      select m.entry, m.number, a.id as account, a.id = m.target as incoming
      from ledger_moves m join ledger_accounts a on a.id in (m.source, m.target) where a.guarded) s
    full join ledger_lines l using (entry, number, account, incoming)
    where s.account is null or l.account is null`,
  'each entry has moves, numbered from one': sql`
    select e.id from ledger_entries e left join ledger_moves m on m.entry = e.id
    group by e.id having count(m.number) = 0 or min(m.number) <> 1 or max(m.number) <> count(*)`,
  'what is held is what open holds say': sql`
    select a.id from ledger_accounts a join ledger_balances b on b.account = a.id
    where a.purpose = 'held' and b.units <> (
      select coalesce(sum(h.units), 0) from ledger_holds h where h.owner = a.owner and h.asset = a.asset
        and not exists (select from ledger_hold_ends x where x.hold = h.id))`,
}

export const brokenInvariants = async (db: Db): Promise<string[]> => {
  const broken = []
  for (const [name, query] of Object.entries(invariants)) {
    const { rows } = await query.execute(db)
    if (rows.length) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return broken
}
