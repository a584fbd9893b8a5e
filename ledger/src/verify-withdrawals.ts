import type { Db } from '@ingot/db/connect'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { type RawBuilder, sql } from 'kysely'

/**
 * What lies in `withdrawing` is what withdrawals that are not packed have set aside, grams and fees; each came, was packed and ended
 * with its entry, for the fine grams of its bars; and what is kept of the vault is kept for one that still needs it. Each in one
 * statement, so that both sides are of one moment while others withdraw.
 */
export const verifyWithdrawals = async (db: Db): Promise<string | undefined> =>
  (await verifySetAside(db)) ??
  (await verifyOfHoldings(db)) ??
  (await verifyOrders(db)) ??
  (await verifyEach(db)) ??
  (await verifyEntries(db)) ??
  (await verifyKept(db))

const open = sql`w.state in ('Requested', 'Approved')`

type Difference = { owner: string; asset: Asset; booked: string; listed: string }

/** Of a holding less may be there: a card dispute takes what it finds. */
const verifySetAside = async (db: Db) => {
  const { rows } = await sql<Difference>`
    with needed as (
      select 'customer:' || w.customer as owner, part.asset, sum(part.units) as units
      from withdrawals w cross join lateral (values (w.asset, w.units), (w.fee_asset, w.fee_units)) as part (asset, units)
      where ${open} group by 1, 2),
    taken as (
      select 'customer:' || h.customer as owner, h.asset, sum(h.reversed_units) as units from holdings h
      where h.reversed_units > 0 group by 1, 2),
    lying as (
      select a.owner, a.asset, b.units from ledger_accounts a join ledger_balances b on b.account = a.id
      where a.purpose = 'withdrawing')
    select owner, asset, coalesce(lying.units, 0) as booked, coalesce(needed.units, 0) as listed
    from needed full join lying using (owner, asset) left join taken using (owner, asset)
    where coalesce(lying.units, 0) > coalesce(needed.units, 0)
      or coalesce(lying.units, 0) < coalesce(needed.units, 0) - coalesce(taken.units, 0)
    order by owner, asset limit 1`.execute(db)
  const [wrong] = rows
  if (!wrong) return
  const text = (units: string) => formatAmount(amountOf(wrong.asset, BigInt(units)))
  return `${wrong.owner} has ${text(wrong.booked)} ${wrong.asset} withdrawing, and the withdrawals say ${text(wrong.listed)}`
}

/** The same holding by holding. */
const verifyOfHoldings = async (db: Db) => {
  const { rows } = await sql<{ number: string }>`
    with needed as (select w.holding, sum(w.units) as units from withdrawals w where ${open} and w.holding is not null group by 1)
    select l.number from holdings l left join needed n on n.holding = l.id
    where l.withdrawing_units > coalesce(n.units, 0) or l.withdrawing_units < coalesce(n.units, 0) - l.reversed_units
    order by l.number limit 1`.execute(db)
  return rows[0] && `holding ${rows[0].number} has other grams withdrawing than its withdrawals`
}

/** What an entry moved of an asset between two places. */
const moved = (entry: RawBuilder<unknown>, asset: RawBuilder<unknown>, [from, to]: [string, string]) => sql`(
  select coalesce(sum(m.units), 0) from ledger_moves m join ledger_accounts f on f.id = m.source
    join ledger_accounts t on t.id = m.target
  where m.entry = ${entry} and m.asset = ${asset} and f.purpose = ${from} and t.purpose = ${to}
    and f.owner in ('house', 'customer:' || w.customer) and t.owner in ('house', 'customer:' || w.customer))`

/** What was asked for together was set aside together. */
const verifyOrders = async (db: Db) => {
  const { rows } = await sql<{ order_id: string }>`
    with orders as (
      select order_id, request_entry, customer, asset, fee_asset, sum(units) as units, sum(fee_units) as fee_units,
        count(*) as parcels, max(parcels) as said, count(distinct parcels) as sizes
      from withdrawals where replaces is null group by 1, 2, 3, 4, 5)
    select w.order_id from orders w left join ledger_entries e on e.id = w.request_entry
    where e.kind is distinct from 'withdrawal-request' or e.reference <> 'withdrawal-request:' || w.order_id
      or ${moved(sql`w.request_entry`, sql`w.asset`, ['available', 'withdrawing'])} <> w.units
      or ${moved(sql`w.request_entry`, sql`w.fee_asset`, ['available', 'withdrawing'])} <> w.fee_units
      or w.parcels <> w.said or w.sizes <> 1
    order by w.order_id limit 1`.execute(db)
  return rows[0] && `the withdrawals of order ${rows[0].order_id} are not what its entry set aside`
}

const cameInPlace = sql`(e.kind is distinct from 'withdrawal-replaced' or e.reference <> 'withdrawal-replaced:' || w.replaces
  or ${moved(sql`w.request_entry`, sql`'QMGT'`, ['treasury', 'withdrawing'])} <> w.units)`

const packedRight = sql`(p.kind is distinct from 'withdrawal-packed' or p.reference <> 'withdrawal-packed:' || w.id
  or v.entry is distinct from w.packed_entry or v.owner <> 'customer:' || w.customer
  or ${moved(sql`p.id`, sql`w.asset`, ['withdrawing', 'issued'])} <> w.units
  or ${moved(sql`p.id`, sql`'XAU'`, ['allocated', 'outside'])} <> w.units
  or ${moved(sql`p.id`, sql`w.fee_asset`, ['withdrawing', 'fees'])} <> w.fee_units
  or (w.holding is not null and not exists (select from holding_departures d
    where d.entry = p.id and d.holding = w.holding and d.kind = 'delivered' and d.units = w.units)))`

/** What came back to a holding may be less, or bound, after a card dispute. */
const cameBack = sql`(${moved(sql`w.ended_entry`, sql`w.fee_asset`, ['withdrawing', 'available'])} <> w.fee_units
  or (case when w.holding is null then ${moved(sql`w.ended_entry`, sql`w.asset`, ['withdrawing', 'available'])} <> w.units
    else ${moved(sql`w.ended_entry`, sql`w.asset`, ['withdrawing', 'available'])}
      + ${moved(sql`w.ended_entry`, sql`w.asset`, ['withdrawing', 'clearing'])}
      not between w.units - (select l.reversed_units from holdings l where l.id = w.holding) and w.units end)
  or x.reference is distinct from case when x.id is not null then 'withdrawal-back:' || w.id end)`

const credited = sql`(x.reference is distinct from 'withdrawal-credited:' || w.id
  or ${moved(sql`w.ended_entry`, sql`'QMGT'`, ['treasury', 'available'])} <> w.units
  or ${moved(sql`w.ended_entry`, sql`w.fee_asset`, ['fees', 'available'])} not in (0, w.fee_units))`

const verifyEach = async (db: Db) => {
  const { rows } = await sql<{ number: string; why: string }>`
    with weighed as (
      select b.withdrawal, sum(b.fine_units) as units, bool_or(b.fine_units <> r.fine_units) as strayed
      from withdrawal_bars b join vault_bars r on r.id = b.bar group by b.withdrawal),
    judged as (
      select w.number, case
        when b.units is distinct from w.units or b.strayed then 'is for other grams than its bars have'
        when w.replaces is not null and ${cameInPlace} then 'did not come with the entry that made a loss good'
        when w.packed_entry is not null and ${packedRight} then 'was not packed with its entry'
        when w.state in ('Cancelled', 'Refused') and ${cameBack} then 'did not give back what was set aside for it'
        when w.state = 'Credited' and ${credited} then 'was not credited with its entry'
        when w.state = 'Replaced' and n.request_entry is distinct from w.ended_entry then 'has nothing in its place'
        when w.replaces is not null and o.state <> 'Replaced' then 'stands in the place of one that was not replaced'
      end as why
      from withdrawals w left join weighed b on b.withdrawal = w.id left join ledger_entries e on e.id = w.request_entry
        left join ledger_entries p on p.id = w.packed_entry left join ledger_movements v on v.id = w.movement
        left join ledger_entries x on x.id = w.ended_entry left join withdrawals n on n.replaces = w.id
        left join withdrawals o on o.id = w.replaces)
    select number, why from judged where why is not null order by number limit 1`.execute(db)
  return rows[0] && `withdrawal ${rows[0].number} ${rows[0].why}`
}

const verifyEntries = async (db: Db) => {
  const { rows } = await sql<{ id: string }>`
    select e.id from ledger_entries e
    where (e.kind in ('withdrawal-request', 'withdrawal-replaced')
        and not exists (select from withdrawals w where w.request_entry = e.id))
      or (e.kind = 'withdrawal-packed' and not exists (select from withdrawals w where w.packed_entry = e.id))
      or (e.kind in ('withdrawal-back', 'withdrawal-credited')
        and not exists (select from withdrawals w where w.ended_entry = e.id))
    order by e.id limit 1`.execute(db)
  return rows[0] && `entry ${rows[0].id} is of a withdrawal that is not listed`
}

/** What is not packed keeps all its bars, and they are in; nothing else keeps one. */
const verifyKept = async (db: Db) => {
  const { rows } = await sql<{ bar: string }>`
    with needed as (
      select b.bar, b.withdrawal from withdrawal_bars b join withdrawals w on w.id = b.withdrawal where ${open}),
    kept as (select r.bar, r.withdrawal from bar_reservations r where r.withdrawal is not null)
    select bar from needed full join kept using (bar, withdrawal)
    where needed.bar is null or kept.bar is null or exists (select from vault_departures d where d.bar = needed.bar)
    order by bar limit 1`.execute(db)
  return rows[0] && `bar ${rows[0].bar} is not kept as the withdrawals say`
}
