import type { Db } from '@ingot/db/connect'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'

/**
 * All QMGT that is staked lies in a stake, each of which came with its entry and adds up; what is set aside is what was promised and
 * is neither paid nor given back; the pool has what fees brought less what was promised; and what is requested of a stake is what
 * requests ask for. Each in one statement, so that both sides are of one moment while others stake.
 */
export const verifyStakes = async (db: Db): Promise<string | undefined> =>
  (await verifyStaked(db)) ?? (await verifyHouse(db)) ?? (await verifyEach(db)) ?? (await verifyRequests(db))

const text = (units: string) => formatAmount(amountOf('QMGT', BigInt(units)))

const verifyStaked = async (db: Db) => {
  const { rows } = await sql<{ owner: string; booked: string; listed: string }>`
    with listed as (
      select 'customer:' || customer as owner, sum(units) as units from stakes where state in ('Staked', 'Leaving') group by 1),
    lying as (
      select a.owner, b.units from ledger_accounts a join ledger_balances b on b.account = a.id
      where a.asset = 'QMGT' and a.purpose = 'staked')
    select owner, coalesce(lying.units, 0) as booked, coalesce(listed.units, 0) as listed
    from listed full join lying using (owner)
    where coalesce(lying.units, 0) <> coalesce(listed.units, 0) order by owner limit 1`.execute(db)
  const [wrong] = rows
  return wrong && `${wrong.owner} has ${text(wrong.booked)} QMGT staked, and the stakes say ${text(wrong.listed)}`
}

/** What was ever put into the pool is there, set aside, or paid. */
const verifyHouse = async (db: Db) => {
  const { rows } = await sql<{ purpose: string; booked: string; listed: string }>`
    with stakes as (
      select coalesce(sum(reward_units - returned_units), 0) as promised, coalesce(sum(paid_units), 0) as paid from stakes),
    listed (purpose, units) as (
      select 'set-aside', promised - paid from stakes
      union all select 'reward-pool', (select coalesce(sum(units), 0) from pool_fills) - promised from stakes),
    lying as (
      select a.purpose, b.units from ledger_accounts a join ledger_balances b on b.account = a.id
      where a.asset = 'QMGT' and a.owner = 'house')
    select purpose, coalesce(lying.units, 0) as booked, listed.units as listed from listed left join lying using (purpose)
    where coalesce(lying.units, 0) <> listed.units order by purpose limit 1`.execute(db)
  const [wrong] = rows
  return (
    wrong &&
    `the house has ${text(wrong.booked)} QMGT in ${wrong.purpose}, and stakes and fills say ${wrong.listed} units`
  )
}

/** What an entry moved between two purposes, of QMGT. */
const moved = (reference: ReturnType<typeof sql>, from: string, to: string) => sql`(
  select coalesce(sum(m.units), 0) from ledger_entries e join ledger_moves m on m.entry = e.id
    join ledger_accounts f on f.id = m.source join ledger_accounts t on t.id = m.target
  where e.reference = ${reference} and m.asset = 'QMGT' and f.purpose = ${from} and t.purpose = ${to}
    and f.owner = t.owner and f.owner in ('house', 'customer:' || s.customer))`

const verifyEach = async (db: Db) => {
  const began = sql`'stake:' || s.id`
  const over = sql`case s.state when 'Ended' then 'stake-end:' || s.id when 'Left' then 'stake-left:' || s.id end`
  const { rows } = await sql<{ number: string; why: string }>`
    with asked as (
      select p.stake, coalesce(sum(p.units) filter (where r.state = 'Requested'), 0) as requested,
        coalesce(sum(p.units) filter (where r.state = 'Paid'), 0) as paid
      from reward_request_parts p join reward_requests r on r.id = p.request group by p.stake),
    days as (
      select *, least(term_days, floor(extract(epoch from notice_at - began_at) / 86400)) as noticed from stakes),
    judged as (
      select s.number, case
        when not exists (select from ledger_movements v join ledger_entries e on e.id = v.entry
            where v.id = s.movement and v.owner = 'customer:' || s.customer and e.reference = ${began})
          or ${moved(began, 'available', 'staked')} <> s.units or ${moved(began, 'reward-pool', 'set-aside')} <> s.reward_units
          then 'did not come with its entry'
        when s.reward_units <> div(s.units * s.basis_points, 10000) then 'was promised another reward than its terms say'
        when s.state in ('Ended', 'Left') and (${moved(over, 'staked', 'available')} <> s.units
          or ${moved(over, 'set-aside', 'reward-pool')} <> s.returned_units) then 'did not end with its entry'
        when s.returned_units <> case when s.state <> 'Left' then 0 when s.noticed < 30 then s.reward_units
          else s.reward_units - div(s.reward_units * s.noticed, s.term_days) end then 'gave back something else than had not vested'
        when s.requested_units <> coalesce(a.requested, 0) then 'has something requested that no request asks for'
        when s.paid_units <> coalesce(a.paid, 0) then 'has something paid that no request was paid for'
      end as why
      from days s left join asked a on a.stake = s.id)
    select number, why from judged where why is not null order by number limit 1`.execute(db)
  return rows[0] && `stake ${rows[0].number} ${rows[0].why}`
}

const verifyRequests = async (db: Db) => {
  const { rows } = await sql<{ number: string; why: string }>`
    with judged as (
      select r.number, case
        when r.units <> (select coalesce(sum(p.units), 0) from reward_request_parts p where p.request = r.id)
          then 'is not the sum of its parts'
        when exists (select from reward_request_parts p join stakes s on s.id = p.stake
          where p.request = r.id and s.customer <> r.customer) then 'asks for something of another customer'
        when r.state = 'Paid' and r.units <> (
          select coalesce(sum(m.units), 0) from ledger_movements v join ledger_moves m on m.entry = v.entry
            join ledger_accounts f on f.id = m.source
          where v.id = r.movement and v.owner = 'customer:' || r.customer and m.asset = 'QMGT' and f.purpose = 'set-aside')
          then 'was not paid out of what was set aside'
        when r.state = 'Paid' and r.receive_units <> (
          select coalesce(sum(m.units), 0) from ledger_movements v join ledger_moves m on m.entry = v.entry
            join ledger_accounts t on t.id = m.target
          where v.id = r.movement and m.asset = r.currency and t.owner = v.owner) then 'brought something else than it says'
      end as why
      from reward_requests r where r.kind = 'stake')
    select number, why from judged where why is not null order by number limit 1`.execute(db)
  return rows[0] && `reward request ${rows[0].number} ${rows[0].why}`
}
