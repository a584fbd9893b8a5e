import type { Db } from '@ingot/db/connect'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'

/**
 * What lies in the accounts of rewards is what was earned for bringing others, left the fees and was neither paid nor given back;
 * each reward came of a fee that was really paid, at its rate, and all of one fee within what they may be; and what was paid is what
 * requests asked for. Each in one statement, so that both sides are of one moment.
 */
export const verifyRewards = async (db: Db): Promise<string | undefined> =>
  (await verifyLying(db)) ?? (await verifyPosted(db)) ?? (await verifyEvents(db)) ?? (await verifyPaid(db))

const verifyLying = async (db: Db) => {
  const { rows } = await sql<{ asset: Asset; booked: string; listed: string }>`
    with listed as (
      select asset, sum(amount) as units from rewards
      where posted_entry is not null and returned_entry is null and paid_entry is null group by asset),
    lying as (
      select a.asset, b.units from ledger_accounts a join ledger_balances b on b.account = a.id
      where a.owner = 'house' and a.purpose = 'rewards')
    select asset, coalesce(lying.units, 0) as booked, coalesce(listed.units, 0) as listed
    from listed full join lying using (asset)
    where coalesce(lying.units, 0) <> coalesce(listed.units, 0) order by asset limit 1`.execute(db)
  const [wrong] = rows
  if (!wrong) return
  const text = (units: string) => `${formatAmount(amountOf(wrong.asset, BigInt(units)))} ${wrong.asset}`
  return `${text(wrong.booked)} lie in the account of rewards, and the rewards say ${text(wrong.listed)}`
}

/** Each entry that moved something out of the fees or back moved what its rewards come to. */
const verifyPosted = async (db: Db) => {
  const { rows } = await sql<{ entry: string }>`
    with listed as (
      select posted_entry as entry, 'posted' as how, asset, sum(amount) as units from rewards
      where posted_entry is not null group by 1, 3
      union all select returned_entry, 'returned', asset, sum(amount) from rewards where returned_entry is not null group by 1, 3),
    moved as (
      select e.id as entry, substr(e.kind, 9) as how, m.asset, sum(m.units) as units
      from ledger_entries e join ledger_moves m on m.entry = e.id
        join ledger_accounts f on f.id = m.source join ledger_accounts t on t.id = m.target
      where e.kind in ('rewards-posted', 'rewards-returned') and f.owner = 'house' and t.owner = 'house'
        and f.purpose || ' ' || t.purpose = case e.kind when 'rewards-posted' then 'fees rewards' else 'rewards fees' end
      group by e.id, m.asset)
    select coalesce(moved.entry, listed.entry) as entry from listed full join moved using (entry, how, asset)
    where moved.units is distinct from listed.units order by 1 limit 1`.execute(db)
  return rows[0] && `entry ${rows[0].entry} moved something else than the rewards that it is of`
}

const verifyEvents = async (db: Db) => {
  const { rows } = await sql<{ number: string; why: string }>`
    with judged as (
      select r.number, case
        when e.referee <> r.referee or e.asset <> r.asset or e.fee_units <> r.fee_units or e.at <> r.at
          then 'is of another fee than it says'
        when e.fee_units <> (
          select coalesce(sum(m.units), 0) from ledger_moves m join ledger_accounts t on t.id = m.target
          where m.entry = r.entry and m.asset = r.asset and t.owner = 'house' and t.purpose = 'fees')
          then 'is of a fee that was not paid'
        when (select sum(o.rate) from rewards o where o.entry = r.entry) > 3000 then 'is of a fee of which too much is given away'
        when e.back_entry is not null and r.state not in ('Reversed', 'Expired', 'Requested') then 'is of a fee that went back'
      end as why
      from rewards r join reward_events e on e.entry = r.entry)
    select number, why from judged where why is not null order by number limit 1`.execute(db)
  return rows[0] && `reward ${rows[0].number} ${rows[0].why}`
}

const verifyPaid = async (db: Db) => {
  const { rows } = await sql<{ number: string; why: string }>`
    with asked as (
      select w.request, sum(r.amount) as units, bool_and(r.customer = q.customer and r.asset = q.asset) as own,
        bool_and(r.request = q.id) as inside, bool_and(r.paid_entry = v.entry) as paid
      from reward_request_rewards w join rewards r on r.id = w.reward join reward_requests q on q.id = w.request
        left join ledger_movements v on v.id = q.movement
      group by w.request),
    judged as (
      select q.number, case
        when a.units is distinct from q.units + q.taken_units then 'is not the sum of its rewards'
        when not a.own then 'asks for something of another customer or asset'
        when q.state in ('Requested', 'Paid') and not a.inside then 'asks for rewards that are in another request'
        when q.state = 'Paid' and not coalesce(a.paid, false) then 'was paid, and its rewards do not say so'
        when q.state = 'Paid' and q.units + q.taken_units <> (
          select coalesce(sum(m.units), 0) from ledger_movements v join ledger_moves m on m.entry = v.entry
            join ledger_accounts f on f.id = m.source
          where v.id = q.movement and v.owner = 'customer:' || q.customer and m.asset = q.asset and f.owner = 'house'
            and f.purpose = 'rewards') then 'was not paid out of what was earned'
        when q.state = 'Paid' and q.receive_units <> (
          select coalesce(sum(m.units), 0) from ledger_movements v join ledger_moves m on m.entry = v.entry
            join ledger_accounts t on t.id = m.target
          where v.id = q.movement and m.asset = q.currency and t.owner = v.owner) then 'brought something else than it says'
      end as why
      from reward_requests q left join asked a on a.request = q.id where q.kind = 'referral')
    select number, why from judged where why is not null order by number limit 1`.execute(db)
  return rows[0] && `reward request ${rows[0].number} ${rows[0].why}`
}
