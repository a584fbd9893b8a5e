import type { Db } from '@ingot/db/connect'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'

/**
 * Every gram that customers have under a contract lies in a holding, each of which came with its entry and adds up; so does what
 * ended, and the sums that are kept. Each in one statement, so that both sides are of one moment while others deal.
 */
export const verifyLots = async (db: Db): Promise<string | undefined> =>
  (await verifyBalances(db)) ??
  (await verifyHoldings(db)) ??
  (await verifyTerminations(db)) ??
  (await verifyPositions(db))

type Difference = { owner: string; asset: Asset; purpose: string; booked: string; listed: string }

/** What has no place in a holding, such as something staked, must not be there. */
const verifyBalances = async (db: Db) => {
  const { rows } = await sql<Difference>`
    with lots as (
      select 'customer:' || h.customer as owner, h.asset, place.purpose, sum(place.units) as units
      from holdings h cross join lateral (values ('available', h.available_units), ('clearing', h.clearing_units),
        ('withdrawing', h.withdrawing_units), ('estate', h.estate_units)) as place (purpose, units)
      group by 1, 2, 3),
    lying as (
      select a.owner, a.asset, a.purpose, b.units from ledger_accounts a join ledger_balances b on b.account = a.id
      where a.asset in ('GAE', 'GCA', 'GDS') and a.owner <> 'house')
    select owner, asset, purpose, coalesce(lying.units, 0) as booked, coalesce(lots.units, 0) as listed
    from lots full join lying using (owner, asset, purpose)
    where coalesce(lying.units, 0) <> coalesce(lots.units, 0) order by owner, asset, purpose limit 1`.execute(db)
  const [wrong] = rows
  if (!wrong) return
  const text = (units: string) => formatAmount(amountOf(wrong.asset, BigInt(units)))
  return `${wrong.owner} has ${text(wrong.booked)} ${wrong.asset} ${wrong.purpose}, and the holdings say ${text(wrong.listed)}`
}

/** What its entry brought to the customer in its asset. */
const brought = sql`(
  select sum(m.units) from ledger_movements v join ledger_moves m on m.entry = v.entry
    join ledger_accounts t on t.id = m.target
  where v.id = h.movement and v.owner = 'customer:' || h.customer and t.owner = v.owner and m.asset = h.asset)`

const verifyHoldings = async (db: Db) => {
  const { rows } = await sql<{ number: string; why: string }>`
    with ended as (
      select holding, sum(units) as units, sum(cost_units) as cost, sum(value_units) as value
      from termination_parts group by holding),
    gone as (
      select holding, coalesce(sum(units) filter (where kind = 'delivered'), 0) as delivered,
        coalesce(sum(units) filter (where kind = 'passed'), 0) as passed,
        coalesce(sum(units) filter (where kind = 'reversed'), 0) as reversed, sum(cost_units) as cost
      from holding_departures group by holding),
    lots as (
      select h.*, ${brought} as brought, coalesce(e.units, 0) as ended_units, coalesce(e.cost, 0) as ended_cost,
        coalesce(e.value, 0) as ended_value, coalesce(g.cost, 0) as gone_cost, coalesce(g.delivered, 0) as gone_delivered,
        coalesce(g.passed, 0) as gone_passed, coalesce(g.reversed, 0) as gone_reversed,
        available_units + clearing_units + withdrawing_units + estate_units as open_units,
        delivered_units + passed_units + reversed_units as other_units
      from holdings h left join ended e on e.holding = h.id left join gone g on g.holding = h.id),
    judged as (
      select number, case
        when brought is distinct from units then 'came without an entry of its own'
        when open_units + terminated_units + other_units <> units then 'does not add up to what was booked'
        when state <> holding_state(units, open_units, terminated_units, delivered_units, passed_units, reversed_units)
          then 'is in a state that does not follow from its units'
        when terminated_units <> ended_units then 'has other ended units than its terminations'
        when (delivered_units, passed_units, reversed_units) <> (gone_delivered, gone_passed, gone_reversed)
          then 'has other units that left than its departures'
        when paid_out_units <> ended_value or realised_units <> ended_value - ended_cost
          then 'has another result than its terminations'
        when open_units = 0 and open_cost_units <> 0 or open_cost_units + ended_cost + gone_cost <> cost_units
          then 'has a cost that is not what it was'
      end as why from lots)
    select number, why from judged where why is not null order by number limit 1`.execute(db)
  return rows[0] && `holding ${rows[0].number} ${rows[0].why}`
}

/** What a termination's entry burnt of the customer's. */
const burnt = sql`(
  select sum(m.units) from ledger_movements v join ledger_moves m on m.entry = v.entry
    join ledger_accounts s on s.id = m.source join ledger_accounts i on i.id = m.target
  where v.id = t.id and v.owner = 'customer:' || t.customer and s.owner = v.owner and m.asset = t.asset
    and i.owner = 'house' and i.purpose = 'issued')`

const verifyTerminations = async (db: Db) => {
  const { rows } = await sql<{ id: string; why: string }>`
    with parts as (
      select p.termination, sum(p.units) as units, sum(p.cost_units) as cost, sum(p.receive_units) as receive,
        sum(p.value_units) as value, bool_or(h.customer <> t.customer or h.product <> t.product) as strayed
      from termination_parts p join holdings h on h.id = p.holding join terminations t on t.id = p.termination
      group by p.termination),
    judged as (
      select t.id, t.at, case
        when p.termination is null then 'ended no holding'
        when p.strayed then 'ended a holding of somebody else, or of another product'
        when (p.units, p.cost, p.receive, p.value) <> (t.units, t.cost_units, t.receive_units, t.value_units)
          then 'is not what its parts add up to'
        when ${burnt} is distinct from t.units then 'burnt something else than it ended'
      end as why
      from terminations t left join parts p on p.termination = t.id)
    select id, why from judged where why is not null order by at, id limit 1`.execute(db)
  return rows[0] && `termination ${rows[0].id} ${rows[0].why}`
}

/** Of somebody who was erased there are no sums any more, and nothing is open. */
const verifyPositions = async (db: Db) => {
  const { rows } = await sql<{ customer: string; product: string }>`
    with lots as (
      select customer, product, count(*) filter (where open > 0) as holdings, sum(open) as open,
        sum(available_units) as available, sum(open_cost_units) as cost, sum(paid_out_units) as paid_out,
        sum(realised_units) as realised
      from holdings cross join lateral (
        select available_units + clearing_units + withdrawing_units + estate_units as open) of_it
      group by customer, product)
    select customer, product from lots full join holding_positions p using (customer, product)
    where case when p.holdings is null then lots.open > 0
      else (p.holdings, p.open_units, p.available_units, p.cost_units, p.paid_out_units, p.realised_units)
        is distinct from (lots.holdings, lots.open, lots.available, lots.cost, lots.paid_out, lots.realised) end
    order by customer, product limit 1`.execute(db)
  return rows[0] && `the position of customer:${rows[0].customer} in ${rows[0].product} is not the sum of the holdings`
}
