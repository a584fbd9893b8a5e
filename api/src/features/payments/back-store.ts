import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { microsOf, momentOf, type Place, sumOf, uuidIn } from '../../queue.ts'

/** Money that we send back to a card. */
export type Refund = { id: string; payment: string; cents: bigint; askedAt: Date }

export const insertRefund = async (tx: Tx, { id, payment, cents, askedAt }: Refund): Promise<void> => {
  await sql`
    insert into card_refunds (id, payment, cents, asked_at) values (${id}, ${payment}, ${String(cents)}, ${askedAt})`.execute(
    tx,
  )
}

type RefundRow = { id: string; payment: string; cents: string; askedAt: Date }

const refundOf = (row: RefundRow): Refund => ({ ...row, cents: BigInt(row.cents) })

/** One that the processor was not told of, as far as we know. */
export const findUnsent = async (db: Db, id: string): Promise<Refund | undefined> => {
  const { rows } = await sql<RefundRow>`
    select id, payment, cents, asked_at as "askedAt" from card_refunds
    where id = ${id} and sent_at is null and failed is null`.execute(db)
  return rows[0] && refundOf(rows[0])
}

/** All of them, those behind the named one first. */
export const readUnsent = async (db: Db, after: string | null, most: number): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from card_refunds where sent_at is null and failed is null
    order by ${after}::uuid is not null and id <= ${after}::uuid, id limit ${most}`.execute(db)
  return rows
}

export const saveSent = async (tx: Tx, id: string, refund: string, at: Date): Promise<void> => {
  await sql`
    update card_refunds set sent_at = ${at}, refund = ${refund} where id = ${id} and sent_at is null`.execute(tx)
}

export const saveFailed = async (tx: Tx, id: string, why: string): Promise<void> => {
  await sql`
    update card_refunds set failed = ${why} where id = ${id} and seen_at is null and failed is null`.execute(tx)
}

/** What was found among what went back; what was sent before a moment and was not found then never happened. */
export const saveSeen = async (
  tx: Tx,
  payment: string,
  { found, at, lateBefore }: { found: readonly string[]; at: Date; lateBefore: Date },
): Promise<void> => {
  await sql`
    update card_refunds set seen_at = ${at} where payment = ${payment} and seen_at is null and failed is null
      and refund = any(${[...found]}::text[])`.execute(tx)
  await sql`
    update card_refunds set failed = 'never carried out' where payment = ${payment} and seen_at is null and failed is null
      and sent_at < ${lateBefore}`.execute(tx)
}

/** What we have asked the processor to send back, or are about to, and is not in the books. */
export const sumOnTheWay = async (db: Db | Tx, payment: string): Promise<bigint> => {
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(cents), 0) as cents from card_refunds
    where payment = ${payment} and seen_at is null and failed is null`.execute(db)
  return BigInt(rows[0]?.cents ?? 0)
}

/** Held or disputed, and those of which the books differ from the processor. */
const waiting = sql`(state in ('Held', 'Disputed') and try_at is null or reason = 'differs')`
const since = sql`coalesce(case when state = 'Disputed' then disputed_at end, paid_at, created_at)`

export const sumWaiting = (db: Db) => sumOf(db, sql`select ${since} as since from card_payments where ${waiting}`)

type WaitingRow = { id: string; customer: string; username: string; since: Date; micros: string }

export const listWaiting = async (db: Db, after: Place, limit: number): Promise<WaitingRow[]> => {
  const { rows } = await sql<WaitingRow>`
    select p.id, p.customer, c.username, p.since, ${microsOf(sql`p.since`)} as micros
    from (select id, customer, ${since} as since from card_payments where ${waiting}) p join customers c on c.id = p.customer
    where (p.since, p.id) > (${momentOf(after)}, ${uuidIn(after)}::uuid)
    order by p.since, p.id limit ${limit}`.execute(db)
  return rows
}

export type Stuck = Record<'noGold' | 'mismatched' | 'held' | 'disputed' | 'differing' | 'refunds', number>

/** What has waited for longer than it should, or should not be at all. */
export const countStuck = async (
  db: Db,
  { held, disputed, refund }: Record<'held' | 'disputed' | 'refund', Date>,
): Promise<Stuck> => {
  const { rows } = await sql<Stuck>`
    select count(*) filter (where state = 'Held' and reason = 'no-gold')::int as "noGold",
      count(*) filter (where state = 'Held' and reason in ('amount', 'currency', 'reference'))::int as mismatched,
      count(*) filter (where state = 'Held' and paid_at < ${held})::int as held,
      count(*) filter (where state = 'Disputed' and disputed_at < ${disputed})::int as disputed,
      count(*) filter (where reason = 'differs')::int as differing,
      (select count(*) from card_refunds where seen_at is null and case when failed is null then asked_at < ${refund}
        else asked_at > ${held} end)::int as refunds
    from card_payments where ${waiting}`.execute(db)
  return rows[0] ?? { noGold: 0, mismatched: 0, held: 0, disputed: 0, differing: 0, refunds: 0 }
}
