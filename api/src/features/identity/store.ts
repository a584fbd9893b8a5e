import type { Db, Tx } from '@ingot/db/connect'
import type { Info } from '@ingot/endpoints/account'
import { sql } from 'kysely'

export type Customer = {
  id: string
  number: string
  email: string
  username: string
  role: Info['role']
  password_hash: string
  email_verified_at: Date | null
  kyc_status: Info['kycVerified']
  customer_rank: NonNullable<Info['customer_rank']>['role'] | null
  ref_code: string
  user_hash: string
  introducer: string | null
  picture: string | null
  sign_in_mail: boolean
  news_mail: boolean
  credentials_changed_at: Date | null
  pin_hash: string | null
  pin_failures: number
  pin_locked_until: Date | null
  totp_secret: Buffer | null
  totp_last_step: string | null
  totp_pending_secret: Buffer | null
  totp_pending_proven: boolean
  created_at: Date
}

export const findByIdentifier = async (db: Db, identifier: string): Promise<Customer | undefined> => {
  const known = identifier.toLowerCase()
  const { rows } = await sql<Customer>`
    select * from customers where email = ${known} or lower(username) = ${known}
    order by email = ${known} desc limit 1`.execute(db)
  return rows[0]
}

export const findByEmail = async (db: Db | Tx, email: string): Promise<Customer | undefined> => {
  const { rows } = await sql<Customer>`select * from customers where email = ${email}`.execute(db)
  return rows[0]
}

export const readCustomer = async (db: Db | Tx, id: string): Promise<Customer> => {
  const { rows } = await sql<Customer>`select * from customers where id = ${id}`.execute(db)
  const [customer] = rows
  if (!customer) throw new Error(`there is no customer ${id}`)
  return customer
}

/** Whoever changes a credential waits for the one before, so that tries are counted one by one. */
export const lockCustomer = async (tx: Tx, id: string): Promise<Customer> => {
  const { rows } = await sql<Customer>`select * from customers where id = ${id} for update`.execute(tx)
  const [customer] = rows
  if (!customer) throw new Error(`there is no customer ${id}`)
  return customer
}

export const findIntroducer = async (db: Db, referralCode: string) => {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from customers
    where ref_code = ${referralCode} and email_verified_at is not null and role = 'customer'`.execute(db)
  return rows[0]
}

export const isUsernameTaken = async (db: Db, username: string): Promise<boolean> => {
  const { rows } = await sql`select from customers where lower(username) = lower(${username})`.execute(db)
  return rows.length > 0
}

export type Registration = {
  email: string
  username: string
  passwordHash: string
  introducer: string | null
  refCode: string
  userHash: string
  termsVersion: string
  at: Date
}

/**
 * Writes a registration and what was accepted with it. One whose e-mail was never verified gives way, together with what
 * was mailed for it and when: whoever registered somebody else's e-mail first gains nothing by it, and whoever comes
 * after gets a link at once. Answers the customer's id, or null when the e-mail belongs to someone.
 */
export const insertRegistration = async (tx: Tx, registration: Registration): Promise<string | null> => {
  const { email, username, passwordHash, introducer, refCode, userHash, termsVersion, at } = registration
  const { rows } = await sql<{ id: string }>`
    with registered as (
      insert into customers (email, username, password_hash, introducer, ref_code, user_hash, created_at)
      values (${email}, ${username}, ${passwordHash}, ${introducer}, ${refCode}, ${userHash}, ${at})
      on conflict (email) do update set username = excluded.username, password_hash = excluded.password_hash,
        introducer = excluded.introducer, created_at = excluded.created_at
        where customers.email_verified_at is null
      returning id
    ), accepted as (
      insert into customer_consents (customer, text_name, text_version, accepted_at)
      select id, 'term-conditions', ${termsVersion}, ${at} from registered
      on conflict do nothing
    ), links as (
      delete from mail_links where customer in (select id from registered)
    ), codes as (
      delete from mail_codes where customer in (select id from registered)
    ), sends as (
      delete from mail_sends where customer in (select id from registered)
    )
    select id from registered`.execute(tx)
  return rows[0]?.id ?? null
}
