import type { Db } from '@ingot/db/connect'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'

/**
 * What lies in `estate` is what was set aside for those who receive and was not passed on; what was set aside together was shared
 * among all of them to the last unit; and each part was passed on with its entry, to the one it is for, with what it had cost. Each
 * in one statement, so that both sides are of one moment.
 */
export const verifyEstates = async (db: Db): Promise<string | undefined> =>
  (await verifyLying(db)) ??
  (await verifyOfHoldings(db)) ??
  (await verifyRounds(db)) ??
  (await verifyShares(db)) ??
  (await verifyPassed(db)) ??
  (await verifyReceived(db)) ??
  (await verifyEntries(db))

type Difference = { owner: string; asset: Asset; booked: string; listed: string }

const verifyLying = async (db: Db) => {
  const { rows } = await sql<Difference>`
    with waiting as (
      select 'customer:' || e.customer as owner, p.asset, sum(p.units) as units
      from estate_parts p join estates e on e.id = p.estate where p.passed_entry is null group by 1, 2),
    lying as (
      select a.owner, a.asset, b.units from ledger_accounts a join ledger_balances b on b.account = a.id
      where a.purpose = 'estate')
    select owner, asset, coalesce(lying.units, 0) as booked, coalesce(waiting.units, 0) as listed
    from waiting full join lying using (owner, asset)
    where coalesce(lying.units, 0) <> coalesce(waiting.units, 0) order by owner, asset limit 1`.execute(db)
  const [wrong] = rows
  if (!wrong) return
  const text = (units: string) => formatAmount(amountOf(wrong.asset, BigInt(units)))
  return `${wrong.owner} has ${text(wrong.booked)} ${wrong.asset} in the estate, and its parts say ${text(wrong.listed)}`
}

/** The same holding by holding. */
const verifyOfHoldings = async (db: Db) => {
  const { rows } = await sql<{ number: string }>`
    with waiting as (
      select p.holding, sum(p.units) as units, sum(p.cost_units) as cost from estate_parts p
      where p.passed_entry is null and p.holding is not null group by 1)
    select l.number from holdings l left join waiting w on w.holding = l.id
    where l.estate_units <> coalesce(w.units, 0) or l.open_cost_units < coalesce(w.cost, 0)
    order by l.number limit 1`.execute(db)
  return rows[0] && `holding ${rows[0].number} has other grams in the estate than its parts`
}

/** Of a holding less may be there: a bank or a card takes back what it finds. */
const verifyRounds = async (db: Db) => {
  const { rows } = await sql<{ number: string; round: number; asset: string }>`
    with shared as (
      select e.number, e.id as estate, 'customer:' || e.customer as owner, p.round, p.entry, p.asset, sum(p.units) as units,
        (select coalesce(sum(l.reversed_units), 0) from holdings l
          where l.customer = e.customer and l.asset = p.asset) as taken
      from estate_parts p join estates e on e.id = p.estate group by 1, 2, 3, 4, 5, 6, e.customer)
    select s.number, s.round, s.asset from shared s
      left join ledger_entries x on x.id = s.entry
      cross join lateral (
        select coalesce(sum(m.units), 0) as units from ledger_moves m join ledger_accounts f on f.id = m.source
          join ledger_accounts t on t.id = m.target
        where m.entry = s.entry and m.asset = s.asset and f.owner = s.owner and t.owner = s.owner
          and f.purpose = 'available' and t.purpose = 'estate') moved
    where x.kind is distinct from 'estate-set-aside' or x.reference <> 'estate-set-aside:' || s.estate || ':' || s.round
      or s.units > moved.units or s.units < moved.units - s.taken
    order by s.number, s.round, s.asset limit 1`.execute(db)
  const [wrong] = rows
  return wrong && `round ${wrong.round} of estate ${wrong.number} shares other ${wrong.asset} than were set aside`
}

/** Nobody has less than his share of a thing, cut to the base unit. */
const verifyShares = async (db: Db) => {
  const { rows } = await sql<{ number: string }>`
    with wholes as (
      select p.estate, p.round, p.asset, p.holding, sum(p.units) as units from estate_parts p
      where not exists (select from holdings l where l.id = p.holding and l.reversed_units > 0) group by 1, 2, 3, 4)
    select e.number from wholes w join estates e on e.id = w.estate join estate_beneficiaries b on b.estate = w.estate
      left join estate_parts p on p.beneficiary = b.id and p.round = w.round and p.asset = w.asset
        and p.holding is not distinct from w.holding
    where coalesce(p.units, 0) < div(w.units * b.share, 10000)
    union all
    select e.number from estates e join estate_beneficiaries b on b.estate = e.id
    where exists (select from estate_parts p where p.estate = e.id) group by e.number having sum(b.share) <> 10000
    order by number limit 1`.execute(db)
  return rows[0] && `estate ${rows[0].number} is not shared as its shares say`
}

const verifyPassed = async (db: Db) => {
  const { rows } = await sql<{ number: string }>`
    select e.number from estate_parts p join estates e on e.id = p.estate join estate_beneficiaries b on b.id = p.beneficiary
      left join ledger_entries x on x.id = p.passed_entry
    where b.estate <> p.estate or (p.passed_entry is not null and (
      x.kind is distinct from 'estate-passed' or x.reference <> 'estate-passed:' || p.id or b.customer is null
      or p.units <> (
        select coalesce(sum(m.units), 0) from ledger_moves m join ledger_accounts f on f.id = m.source
          join ledger_accounts t on t.id = m.target
        where m.entry = x.id and m.asset = p.asset and f.owner = 'customer:' || e.customer and f.purpose = 'estate'
          and t.owner = 'customer:' || coalesce(p.passed_to, b.customer) and t.purpose = 'available')
      or (p.holding is not null) <> (p.received is not null)
      or (p.holding is not null and (
        not exists (select from holding_departures d where d.entry = x.id and d.holding = p.holding and d.kind = 'passed'
          and d.units = p.units and d.cost_units = p.cost_units)
        or not exists (select from holdings r where r.id = p.received and r.passed_from = p.holding
          and r.customer = coalesce(p.passed_to, b.customer) and r.units = p.units and r.cost_units = p.cost_units)))))
    order by e.number limit 1`.execute(db)
  return rows[0] && `a part of estate ${rows[0].number} was not passed on with its entry`
}

/** What came from somebody who died came by one part, as it was booked. */
const verifyReceived = async (db: Db) => {
  const { rows } = await sql<{ number: string }>`
    select r.number from holdings r join holdings l on l.id = r.passed_from
    where r.passed_from is not null and ((r.product, r.asset, r.booked_at, r.price) <> (l.product, l.asset, l.booked_at, l.price)
      or (select count(*) from estate_parts p where p.received = r.id) <> 1)
    order by r.number limit 1`.execute(db)
  return rows[0] && `holding ${rows[0].number} was received from nobody’s estate, or is not what was left`
}

const verifyEntries = async (db: Db) => {
  const { rows } = await sql<{ id: string }>`
    select e.id from ledger_entries e
    where (e.kind = 'estate-set-aside' and not exists (select from estate_parts p where p.entry = e.id))
      or (e.kind = 'estate-passed' and not exists (select from estate_parts p where p.passed_entry = e.id))
    order by e.id limit 1`.execute(db)
  return rows[0] && `entry ${rows[0].id} is of an estate that has no such part`
}
