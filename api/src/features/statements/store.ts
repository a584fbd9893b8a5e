import type { Db, Tx } from '@ingot/db/connect'
import { parseRate, type Rate } from '@ingot/money/rate'
import { sql } from 'kysely'

/** What gold cost at a moment: the last price before it, in US dollars for an ounce, and when that was observed. */
export type KnownPrice = { perOunce: Rate; observedAt: Date }

type PriceRow = { price: string; observed_at: Date }

const priceOf = (row: PriceRow | undefined): KnownPrice | undefined =>
  row && { perOunce: parseRate(row.price), observedAt: row.observed_at }

/** The price that documents of this moment have been valued at. */
export const findPrice = async (db: Db | Tx, moment: Date): Promise<KnownPrice | undefined> => {
  const { rows } = await sql<PriceRow>`
    select price, observed_at from statement_prices where moment = ${moment}`.execute(db)
  return priceOf(rows[0])
}

/** Keeps it, unless somebody else just has: then it is that one. */
export const keepPrice = async (db: Db | Tx, moment: Date, price: string, observedAt: Date) => {
  await sql`
    insert into statement_prices (moment, price, observed_at) values (${moment}, ${price}, ${observedAt})
    on conflict (moment) do nothing`.execute(db)
}

/** When a month begins and ends in a zone. */
export type Month = { zone: string; begins: Date; ends: Date }

/** Every zone in which a document was asked for: zones have more than one name. */
export const zonesOfDocuments = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ zone: string }>`select distinct zone from documents`.execute(db)
  return rows.map(({ zone }) => zone)
}

/** A customer whose statement of a month is still to be made. */
export type Due = { id: string; zone: string }

/**
 * Customers who had or moved something in a month that has ended, and have no statement of it from after its end; those behind the
 * named one first. The month is that of the zone in which the customer last asked for a document, or else of the first zone.
 */
export const customersDue = async (
  db: Db,
  months: readonly [Month, ...Month[]],
  { period, now }: { period: string; now: Date },
  after: string | null,
  most: number,
): Promise<Due[]> => {
  const [usual] = months
  const { rows } = await sql<Due>`
    with waiting as materialized (
      select c.id, coalesce(z.zone, ${usual.zone}) as zone, coalesce(z.begins, ${usual.begins}) as begins,
        coalesce(z.ends, ${usual.ends}) as ends
      from customers c
        left join unnest(${months.map(({ zone }) => zone)}::text[], ${months.map(({ begins }) => begins)}::timestamptz[],
            ${months.map(({ ends }) => ends)}::timestamptz[]) as z (zone, begins, ends)
          on z.zone = (select d.zone from documents d where d.customer = c.id order by d.number desc limit 1)
      where c.role = 'customer' and c.email_verified_at is not null and c.password_hash <> ''
        and coalesce(z.ends, ${usual.ends}) <= ${now}
        and not exists (
          select from documents d
          where d.customer = c.id and d.kind = 'statement' and d.subject = ${period} || ' ' || coalesce(z.zone, ${usual.zone})
            and d.issued_at >= coalesce(z.ends, ${usual.ends}))
    )
    select id, zone from waiting w
    where exists (
      select from ledger_accounts a
        cross join lateral (
          select ledger_version_before(a.id, w.begins) as before, ledger_version_before(a.id, w.ends) as last) v
      where a.owner = 'customer:' || w.id and (v.last > v.before
        or (select units_after > 0 from ledger_lines l where l.account = a.id and l.version = v.last)))
    order by ${after}::uuid is not null and id <= ${after}::uuid, id limit ${most}`.execute(db)
  return rows
}

/** Whether a statement about this was issued after its period had ended. */
export const isMade = async (
  tx: Tx,
  { customer, subject, after }: { customer: string; subject: string; after: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    select from documents where customer = ${customer} and kind = 'statement' and subject = ${subject}
      and issued_at >= ${after} limit 1`.execute(tx)
  return rows.length > 0
}
