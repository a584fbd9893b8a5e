import type { Db } from '@ingot/db/connect'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'

/**
 * Each bar came with its entry and left with its own or that of its withdrawal, is in once, and all that are in weigh what the
 * accounts say.
 */
export const verifyVault = async (db: Db): Promise<string | undefined> =>
  (await verifyRows(db)) ??
  (await verifyOnce(db)) ??
  (await verifyEntries(db)) ??
  (await verifyPacked(db)) ??
  (await verifySum(db))

const referenceOf = (kind: string) =>
  sql`concat_ws(':', ${kind}::text, b.refiner, b.serial, case when b.round > 1 then b.round end)`

/** The one move of an entry, as it has to be. */
const moves = (entry: string, [from, to]: [string, string]) => sql`(
  select count(*) = 1 and bool_and(
    m.asset = 'XAU' and m.units = b.fine_units and s.owner = 'house' and t.owner = 'house'
      and s.purpose = ${from} and t.purpose = ${to})
  from ledger_moves m join ledger_accounts s on s.id = m.source join ledger_accounts t on t.id = m.target
  where m.entry = ${sql.ref(entry)})`

/** What was said of a bar when it came is sealed with its entry; bars of before that said nothing there. */
const isAsSaid = sql`(e.details = '{}' or (
  e.details ->> 'brand' = b.brand and (e.details ->> 'year')::int is not distinct from b.year
  and (e.details ->> 'fineness')::numeric = b.fineness and (e.details ->> 'grossGrams')::numeric = b.gross_grams
  and e.details ->> 'vault' = b.vault and e.details ->> 'delivery' is not distinct from b.delivery))`

const verifyRows = async (db: Db) => {
  const { rows } = await sql<{ name: string; why: string }>`
    select name, why from (
      select b.id, concat_ws(' ', b.refiner, b.serial) as name, case
        when e.id is null or e.kind <> 'vault-intake' or e.reference <> ${referenceOf('vault-intake')}
          or not ${moves('b.entry', ['outside', 'unallocated'])} then 'came without an entry of its own'
        -- Parts of a thousand, and 10^18 base units of a gram.
        when b.fine_units <> trunc(b.gross_grams * b.fineness * 1000000000000000)
          then 'has other fine grams than follow from its weight and fineness'
        when not ${isAsSaid} then 'is not the bar that its entry says'
        when d.bar is not null and o.kind is distinct from 'withdrawal-packed' and (o.id is null or o.kind <> 'vault-departure'
          or o.id <= e.id or o.reference <> ${referenceOf('vault-departure')} or o.details ->> 'to' is distinct from d.taken_to
          or not ${moves('d.entry', ['unallocated', 'outside'])}) then 'left without an entry of its own'
        when o.kind = 'withdrawal-packed' and (o.id <= e.id or d.taken_to <> 'Withdrawal ' || (o.details ->> 'withdrawal')
          or not exists (select from withdrawals w join withdrawal_bars x on x.withdrawal = w.id
            where w.packed_entry = o.id and x.bar = b.id)) then 'left with a withdrawal that it is not of'
      end as why
      from vault_bars b left join ledger_entries e on e.id = b.entry
        left join vault_departures d on d.bar = b.id left join ledger_entries o on o.id = d.entry) judged
    where why is not null order by id limit 1`.execute(db)
  return rows[0] && `the bar ${rows[0].name} ${rows[0].why}`
}

const verifyOnce = async (db: Db) => {
  const { rows } = await sql<{ name: string }>`
    with here as (
      select * from vault_bars b where not exists (select from vault_departures d where d.bar = b.id))
    select concat_ws(' ', one.refiner, one.serial) as name
    from here one join here other on other.id > one.id and lower(other.refiner) = lower(one.refiner)
      and lower(other.serial) = lower(one.serial) and other.gross_grams = one.gross_grams
      and coalesce(other.year = one.year, true)
    order by one.id limit 1`.execute(db)
  return rows[0] && `the bar ${rows[0].name} is in the vault twice`
}

const verifyEntries = async (db: Db) => {
  const { rows } = await sql<{ id: string }>`
    select id from ledger_entries e
    where (kind = 'vault-intake' and not exists (select from vault_bars b where b.entry = e.id))
      or (kind = 'vault-departure' and not exists (select from vault_departures d where d.entry = e.id))
    order by id limit 1`.execute(db)
  return rows[0] && `entry ${rows[0].id} moves a bar that is not listed`
}

/** What was promised and leaves the vault goes with a withdrawal, and weighs what its bars do. */
const verifyPacked = async (db: Db) => {
  const { rows } = await sql<{ id: string }>`
    with moved as (
      select m.entry, sum(m.units) filter (where t.purpose = 'outside') as units,
        bool_or(t.purpose <> 'outside' or s.purpose <> 'allocated') as strayed
      from ledger_entries e join ledger_moves m on m.entry = e.id join ledger_accounts s on s.id = m.source
        join ledger_accounts t on t.id = m.target
      where e.kind = 'withdrawal-packed' and m.asset = 'XAU' group by m.entry),
    left_with as (
      select d.entry, sum(b.fine_units) as units from vault_departures d join vault_bars b on b.id = d.bar group by d.entry)
    select e.id from ledger_entries e left join moved on moved.entry = e.id left join left_with on left_with.entry = e.id
    where e.kind = 'withdrawal-packed' and (coalesce(moved.strayed, true) or left_with.units is distinct from moved.units)
    order by e.id limit 1`.execute(db)
  return rows[0] && `entry ${rows[0].id} lets other gold leave than the bars that left with it`
}

/** In one statement, so that both sides are of one moment while others trade. */
const verifySum = async (db: Db) => {
  const { rows } = await sql<{ booked: string; weighed: string }>`
    select (
        select coalesce(sum(l.units), 0) from ledger_balances l join ledger_accounts a on a.id = l.account
        where a.asset = 'XAU') as booked, (
        select coalesce(sum(b.fine_units), 0) from vault_bars b
        where not exists (select from vault_departures d where d.bar = b.id)) as weighed`.execute(db)
  const [{ booked, weighed } = { booked: '0', weighed: '0' }] = rows
  const grams = (units: string) => formatAmount(amountOf('XAU', BigInt(units)))
  return booked === weighed ? undefined : `the bars weigh ${grams(weighed)} g, and the books say ${grams(booked)} g`
}
