import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'

/**
 * Grams that are bought in groups are no tokens: each entry that issues or takes back some sets as many of the vault aside, or frees
 * them. Each such holding was bought in a group that its customer was in or was passed on by one who was, and has one certificate that holds, which says what is
 * left. Each in one statement, so that both sides are of one moment.
 */
export const verifyGroups = async (db: Db): Promise<string | undefined> =>
  (await verifyAllocated(db)) ?? (await verifyBookings(db))

const verifyAllocated = async (db: Db) => {
  const { rows } = await sql<{ entry: string }>`
    with moved as (
      select m.entry, m.asset, m.units * case m.asset when 'GDS' then (s.purpose = 'issued')::int - (t.purpose = 'issued')::int
        else (t.purpose = 'allocated')::int - (s.purpose = 'allocated')::int end as units
      from ledger_moves m join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
      where m.asset in ('GDS', 'XAU') and m.entry in (select entry from ledger_moves where asset = 'GDS'))
    select entry from moved group by entry
    having coalesce(sum(units) filter (where asset = 'GDS'), 0) <> coalesce(sum(units) filter (where asset = 'XAU'), 0)
    order by entry limit 1`.execute(db)
  return rows[0] && `entry ${rows[0].entry} moves other grams of GDS than it sets aside of the vault`
}

/** What stands on the newest begins with the grams that are left, exactly, and its version. Of somebody who was erased it says nothing any more. */
const verifyBookings = async (db: Db) => {
  const { rows } = await sql<{ number: string; why: string }>`
    with papers as (
      select customer, subject, count(*) as made, count(*) filter (where state = 'valid') as valid,
        max(replace(subtitle, ',', '')) filter (where state = 'valid') as says, bool_or(data_sealed is null) as erased
      from documents where kind = 'gds-certificate' group by customer, subject),
    ended as (
      select holding, count(*) as times from (
        select holding from termination_parts union all select holding from holding_departures
          where kind in ('delivered', 'passed')) parts
      group by holding),
    lots as (
      select h.number, h.product, h.customer, h.passed_from is not null as received, b.customer as buyer, b.holding is not null as booked, m.joined_at, p.made,
        p.valid, p.says, coalesce(p.erased, false) as erased, 1 + coalesce(e.times, 0) as versions,
        trim_scale((h.available_units + h.clearing_units + h.withdrawing_units + h.estate_units)
          * 0.000000000000000001::numeric) as grams
      from holdings h left join gds_bookings b on b.holding = h.id
        left join gds_members m on m.group_id = b.group_id and m.customer = b.customer
        left join papers p on p.customer = h.customer and p.subject = h.id::text
        left join ended e on e.holding = h.id
      where h.product = 'GDS' or b.holding is not null),
    judged as (
      select number, case
        when product <> 'GDS' then 'is of another product than is bought in groups'
        when received and booked then 'was passed on, and bought in a group as well'
        when not received and not booked then 'was bought in no group'
        when not received and (buyer <> customer or joined_at is null) then 'was bought in a group that its customer was never in'
        when valid is distinct from 1 then 'has no certificate that holds'
        when made <> versions then 'has other certificates than parts of it left'
        when not erased and says <> 'GDS ' || grams || ' grams left version ' || versions
          then 'has a certificate that says something else than is left'
      end as why from lots)
    select number, why from judged where why is not null order by number limit 1`.execute(db)
  return rows[0] && `holding ${rows[0].number} ${rows[0].why}`
}
