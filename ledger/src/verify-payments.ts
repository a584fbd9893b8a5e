import type { Db } from '@ingot/db/connect'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'

/**
 * Grams are bound only for a card payment that is not safe, and then all that are free of it are; what went back of a payment took
 * its share of grams, or they are owed; and the processor has what is left of all of them. Each in one statement, so that both
 * sides are of one moment.
 */
export const verifyPayments = async (db: Db): Promise<string | undefined> =>
  (await verifyBound(db)) ?? (await verifyBack(db)) ?? (await verifyProcessor(db))

const verifyBound = async (db: Db) => {
  const { rows } = await sql<{ number: string; why: string }>`
    with judged as (
      select h.number, case
        when p.id is null then 'has grams that are bound, and no card payment'
        when h.customer <> p.customer or h.asset <> 'GCA' then 'is not of the customer or asset of its card payment'
        when p.state in ('Booked', 'Disputed') and h.available_units > 0 then 'has free grams, and its card payment is not safe'
        when p.state not in ('Booked', 'Disputed') and h.clearing_units > 0 then 'has grams that are bound without need'
      end as why
      from holdings h left join card_payments p on p.holding = h.id where h.clearing_units > 0 or p.id is not null)
    select number, why from judged where why is not null order by number limit 1`.execute(db)
  return rows[0] && `holding ${rows[0].number} ${rows[0].why}`
}

const verifyBack = async (db: Db) => {
  const { rows } = await sql<{ number: string; why: string }>`
    with owed as (
      select subject, sum(units) as units from debts where cause = 'payment' group by subject),
    judged as (
      select p.number, case
        when p.holding is null and p.state in ('Booked', 'Cleared', 'Disputed') then 'is booked without a holding'
        when p.holding is not null and h.id is null then 'names a holding that is not there'
        when h.paid_units <> p.cents or h.fee_units <> p.fee_cents then 'was booked with another amount'
        when p.state in ('Refunded', 'Reversed') <> (p.refunded_cents + p.lost_cents = p.cents)
          then 'is in a state that does not follow from what went back'
        when h.reversed_units + coalesce(o.units, 0) <> div(h.units * (p.refunded_cents + p.lost_cents) + p.cents - 1, p.cents)
          then 'has grams that do not go with what went back'
      end as why
      from card_payments p left join holdings h on h.id = p.holding left join owed o on o.subject = p.id)
    select number, why from judged where why is not null order by number limit 1`.execute(db)
  return rows[0] && `card payment ${rows[0].number} ${rows[0].why}`
}

/** What cards were charged and what went back to them, as the books have it; what reached the bank is neither. */
const verifyProcessor = async (db: Db) => {
  const { rows } = await sql<{ booked: string; listed: string; what: string }>`
    with cards as (
      select id from ledger_accounts where asset = 'USD' and owner = 'house' and purpose = 'cards'),
    sides as (
      select coalesce(sum(m.units) filter (where m.source in (select id from cards)), 0) as charged,
        coalesce(sum(m.units) filter (where m.target in (select id from cards) and e.kind in ('payment-refunded', 'payment-lost')), 0) as back
      from ledger_moves m join ledger_entries e on e.id = m.entry
      where m.source in (select id from cards) or m.target in (select id from cards)),
    listed as (
      select coalesce(sum(cents), 0) as charged, coalesce(sum(refunded_cents + lost_cents), 0) as back
      from card_payments where holding is not null)
    select 'were charged' as what, sides.charged as booked, listed.charged as listed from sides, listed
      where sides.charged <> listed.charged
    union all select 'got back', sides.back, listed.back from sides, listed where sides.back <> listed.back`.execute(db)
  const [wrong] = rows
  if (!wrong) return
  const text = (cents: string) => formatAmount(amountOf('USD', BigInt(cents)))
  return `cards ${wrong.what} ${text(wrong.booked)} USD by the books, and ${text(wrong.listed)} by card payments`
}
