import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

export type Purpose =
  | 'freeze'
  | 'cancel-transfer'
  | 'cancel-address'
  | 'cancel-bank-account'
  | 'cancel-payout'
  | 'cancel-withdrawal'
  | 'cancel-nominees'
  | 'veto-estate'

export type Link = { customer: string; purpose: Purpose; subject?: string; expiresAt: Date }

export const insertLink = async (db: Db, hash: Buffer, { customer, purpose, subject, expiresAt }: Link) => {
  await sql`
    insert into wallet_links (token_hash, customer, purpose, subject, expires_at)
    values (${hash}, ${customer}, ${purpose}, ${subject ?? null}, ${expiresAt})`.execute(db)
}

/** Whose it is, without using it up. */
export const findLink = async (db: Db, hash: Buffer, purpose: Purpose, now: Date) => {
  const { rows } = await sql<{ customer: string }>`
    select customer from wallet_links
    where token_hash = ${hash} and purpose = ${purpose} and expires_at > ${now}`.execute(db)
  return rows[0]
}

/** Says whose it was and what about; undefined when there is none that can still be used. */
export const deleteLink = async (tx: Tx, hash: Buffer, purpose: Purpose, now: Date) => {
  const { rows } = await sql<{ customer: string; subject: string | null }>`
    delete from wallet_links
    where token_hash = ${hash} and purpose = ${purpose} and expires_at > ${now}
      and not exists (select from customers c where c.id = wallet_links.customer and c.closed_at is not null)
    returning customer, subject`.execute(tx)
  return rows[0]
}

export const deleteLinksOf = async (tx: Tx, customer: string) => {
  await sql`delete from wallet_links where customer = ${customer}`.execute(tx)
}

export const deleteExpiredLinks = async (db: Db, now: Date) => {
  await sql`delete from wallet_links where expires_at < ${now}`.execute(db)
}
