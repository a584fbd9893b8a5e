import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'

export type LinkPurpose = 'reset-password' | 'veto-recovery' | 'lock-account'

type Link = { tokenHash: Buffer; customer: string; purpose: LinkPurpose; expires: Date }

/** Links of accounts that are closed do not work, even if one was mailed in the same moment. */
const ofOpen = sql`not exists (select from customers c where c.id = mail_links.customer and c.closed_at is not null)`

export const insertLink = async (db: Db, { tokenHash, customer, purpose, expires }: Link) => {
  await sql`
    insert into mail_links (token_hash, customer, purpose, expires_at)
    values (${tokenHash}, ${customer}, ${purpose}, ${expires})`.execute(db)
}

/** Uses up a link that still works, and all others that were mailed for the same purpose. Answers with whose it was. */
export const takeLink = async (
  tx: Tx,
  { tokenHash, purpose, at }: { tokenHash: Buffer; purpose: LinkPurpose; at: Date },
): Promise<string | undefined> => {
  const { rows } = await sql<{ customer: string }>`
    delete from mail_links where customer = (
      select customer from mail_links
      where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${at} and ${ofOpen}
    ) and purpose = ${purpose} returning customer`.execute(tx)
  return rows[0]?.customer
}

/** Whether a link still works; it is not used up by asking. */
export const doesLinkWork = async (
  db: Db,
  { tokenHash, purpose, at }: { tokenHash: Buffer; purpose: LinkPurpose; at: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    select from mail_links
    where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${at} and ${ofOpen}`.execute(db)
  return rows.length > 0
}

export const countResetLinks = async (db: Db, customer: string, at: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mail_links
    where customer = ${customer} and purpose = 'reset-password' and expires_at > ${at}`.execute(db)
  return rows[0]?.count ?? 0
}

export const deleteLinksOf = async (tx: Tx, customer: string) => {
  await sql`delete from mail_links where customer = ${customer}`.execute(tx)
}

export const purgeLinks = (db: Db, at: Date) => sql`delete from mail_links where expires_at < ${at}`.execute(db)

type SentKind = 'reset-password' | 'already-registered'

/** When a customer got such a mail last. */
export const findLastSent = async (db: Db, customer: string, kind: SentKind): Promise<Date | undefined> => {
  const { rows } = await sql<{ sent_at: Date }>`
    select sent_at from mail_sends where customer = ${customer} and kind = ${kind}`.execute(db)
  return rows[0]?.sent_at
}

export const saveLastSent = async (db: Db, customer: string, kind: SentKind, at: Date) => {
  await sql`
    insert into mail_sends (customer, kind, sent_at) values (${customer}, ${kind}, ${at})
    on conflict (customer, kind) do update set sent_at = excluded.sent_at`.execute(db)
}
