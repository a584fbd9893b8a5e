import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { policy } from '../../policy.ts'

export type Registration = {
  id: string
  email: string
  username: string
  password_hash: string
  introducer: string | null
  terms_version: string
  created_at: Date
  /** From where it was asked for. */
  address: string
  agent: string
  mailed_at: Date | null
  code_mailed_at: Date | null
}

const registrationColumns = sql`id, email, username, password_hash, introducer, terms_version, created_at, address, agent,
  mailed_at, code_mailed_at`

/** Taken by a customer, or by a registration whose links still work. */
export const isUsernameTaken = async (db: Db, username: string, validSince: Date): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from customers where lower(username) = lower(${username}))
      or exists (select from registrations where lower(username) = lower(${username}) and created_at > ${validSince})
      as taken`.execute(db)
  return rows[0]?.taken ?? true
}

type NewRegistration = Omit<Registration, 'id' | 'mailed_at' | 'code_mailed_at'>

/**
 * Beside those that wait for the same e-mail. When there are as many as may be, the newest of them gives way: the first
 * ones cannot be pushed out by whoever registers again and again, and a latecomer is not shut out by them.
 */
export const insertRegistration = async (tx: Tx, given: NewRegistration, validSince: Date): Promise<string> => {
  // One after the other for one e-mail, so that they count each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${given.email}, 0))`.execute(tx)
  await sql`
    delete from registrations
    where lower(username) = lower(${given.username}) and created_at <= ${validSince}
      or id in (select id from registrations where email = ${given.email} and created_at > ${validSince}
        order by id offset ${policy.mail.registrationsPerEmail - 1})`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    insert into registrations (email, username, password_hash, introducer, terms_version, created_at, address, agent)
    values (${given.email}, ${given.username}, ${given.password_hash}, ${given.introducer}, ${given.terms_version},
      ${given.created_at}, ${given.address}, ${given.agent})
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a registration was not inserted')
  return row.id
}

/** Those that wait under a name, newest first: an e-mail may have several, a username has one. */
export const listRegistrations = async (db: Db | Tx, identifier: string): Promise<Registration[]> => {
  const known = identifier.toLowerCase()
  const { rows } = await sql<Registration>`
    select ${registrationColumns} from registrations where email = ${known} or lower(username) = ${known}
    order by id desc limit ${policy.mail.registrationsPerEmail}`.execute(db)
  return rows
}

export const findRegistration = async (db: Db, id: string): Promise<Registration | undefined> => {
  const { rows } = await sql<Registration>`
    select ${registrationColumns} from registrations where id = ${id}`.execute(db)
  return rows[0]
}

/** Locked until the transaction ends, so that it is confirmed once. */
export const lockRegistration = async (tx: Tx, id: string): Promise<Registration | undefined> => {
  const { rows } = await sql<Registration>`
    select ${registrationColumns} from registrations where id = ${id} for update`.execute(tx)
  return rows[0]
}

/**
 * Makes a customer of a registration, and ends the links and codes of all others for that e-mail. The others themselves
 * stay as long as those of an e-mail that was known before, or whoever registered one would see by its end that the
 * e-mail has a customer now. Null when it has one already.
 */
export const confirmRegistration = async (
  tx: Tx,
  registration: Registration,
  { refCode, userHash, at }: { refCode: string; userHash: string; at: Date },
): Promise<string | null> => {
  const { id, email, username, password_hash, introducer, terms_version, created_at } = registration
  const { rows } = await sql<{ id: string }>`
    with done as (
      delete from registrations where id = ${id}
    ), used_links as (
      insert into used_registration_links (token_hash, expires_at)
      select token_hash, expires_at from registration_links where registration = ${id}
    ), ended_links as (
      delete from registration_links l using registrations r
      where l.registration = r.id and r.email = ${email} and r.id <> ${id}
    ), ended_codes as (
      update registrations set code_hash = null where email = ${email} and id <> ${id} and code_hash is not null
    ), confirmed as (
      insert into customers (email, username, password_hash, email_verified_at, introducer, ref_code, user_hash, created_at)
      values (${email}, ${username}, ${password_hash}, ${at}, ${introducer}, ${refCode}, ${userHash}, ${created_at})
      on conflict (email) do nothing returning id
    ), accepted as (
      insert into customer_consents (customer, text_name, text_version, accepted_at)
      select id, 'term-conditions', ${terms_version}::text, ${created_at}::timestamptz from confirmed
      union all
      (select c.id, t.name, t.version, ${created_at}::timestamptz from confirmed c, texts t
      where t.name = 'privacy-policy' and t.published_on <= ${created_at}::timestamptz
      order by t.published_on desc, t.number desc limit 1)
    )
    select id from confirmed`.execute(tx)
  return rows[0]?.id ?? null
}

export const insertRegistrationLink = async (
  db: Db,
  { registration, tokenHash, expires }: { registration: string; tokenHash: Buffer; expires: Date },
) => {
  await sql`
    insert into registration_links (token_hash, registration, expires_at)
    values (${tokenHash}, ${registration}, ${expires})`.execute(db)
}

/** The registration that a link was mailed for, while it works. */
export const findLinked = async (tx: Tx, tokenHash: Buffer, at: Date): Promise<string | undefined> => {
  const { rows } = await sql<{ registration: string }>`
    select registration from registration_links
    where token_hash = ${tokenHash} and expires_at > ${at}`.execute(tx)
  return rows[0]?.registration
}

/** Whether a link, or another one for the same registration, has made a customer of it. */
export const isLinkUsed = async (tx: Tx, tokenHash: Buffer, at: Date): Promise<boolean> => {
  const { rows } = await sql`
    select from used_registration_links where token_hash = ${tokenHash} and expires_at > ${at}`.execute(tx)
  return rows.length > 0
}

export const purgeUsedLinks = (db: Db, at: Date) =>
  sql`delete from used_registration_links where expires_at < ${at}`.execute(db)

/** The tries of a code that is there already are counted on. */
export const saveMailCode = async (db: Db, id: string, { hash, expires }: { hash: Buffer; expires: Date }) => {
  await sql`
    update registrations set code_hash = ${hash}, code_expires_at = ${expires},
      code_tries_left = case when code_hash = ${hash} then code_tries_left else ${policy.mail.codeTries} end
    where id = ${id}`.execute(db)
}

/**
 * The registrations of an e-mail that a code fits. Counted and compared in one statement, so that no burst of guesses gets
 * more tries than there are; a wrong one stays counted.
 */
export const tryMailCode = async (db: Db, email: string, hashes: readonly Buffer[], at: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with tried as (
      update registrations set code_tries_left = code_tries_left - 1
      where email = ${email} and code_hash is not null and code_tries_left > 0 and code_expires_at > ${at}
      returning id, code_hash
    )
    select id from tried where code_hash = any(${hashes})`.execute(db)
  return rows.map(({ id }) => id)
}

export const saveCodeMailed = async (db: Db, id: string, at: Date) => {
  await sql`update registrations set code_mailed_at = ${at} where id = ${id}`.execute(db)
}

/** The mail with the link has a code too. */
export const saveLinkMailed = async (db: Db, id: string, at: Date) => {
  await sql`update registrations set mailed_at = ${at}, code_mailed_at = ${at} where id = ${id}`.execute(db)
}

export const purgeRegistrations = (db: Db, before: Date) =>
  sql`delete from registrations where created_at < ${before}`.execute(db)
