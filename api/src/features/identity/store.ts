import type { Db, Tx } from '@ingot/db/connect'
import type { Info } from '@ingot/endpoints/account'
import { sql } from 'kysely'

export type Customer = {
  id: string
  number: string
  /** What the wallet's address follows from. Told to nobody. */
  wallet_salt: Buffer
  email: string
  username: string
  role: Info['role']
  password_hash: string
  email_verified_at: Date
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
    where ref_code = ${referralCode} and role = 'customer'`.execute(db)
  return rows[0]
}

export type Registration = {
  id: string
  email: string
  username: string
  password_hash: string
  introducer: string | null
  terms_version: string
  created_at: Date
  mailed_at: Date | null
  code_mailed_at: Date | null
}

/** Taken by a customer, or by a registration whose links still work. */
export const isUsernameTaken = async (db: Db, username: string, validSince: Date): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from customers where lower(username) = lower(${username}))
      or exists (select from registrations where lower(username) = lower(${username}) and created_at > ${validSince})
      as taken`.execute(db)
  return rows[0]?.taken ?? true
}

type NewRegistration = Pick<Registration, 'email' | 'username' | 'password_hash' | 'introducer' | 'terms_version'>

export const insertRegistration = async (tx: Tx, given: NewRegistration, at: Date, validSince: Date) => {
  await sql`
    delete from registrations
    where lower(username) = lower(${given.username}) and created_at <= ${validSince}`.execute(tx)
  await sql`
    insert into registrations (email, username, password_hash, introducer, terms_version, created_at)
    values (${given.email}, ${given.username}, ${given.password_hash}, ${given.introducer}, ${given.terms_version}, ${at})
  `.execute(tx)
}

/** The newest registration under a name. */
export const findRegistration = async (db: Db | Tx, identifier: string): Promise<Registration | undefined> => {
  const known = identifier.toLowerCase()
  const { rows } = await sql<Registration>`
    select * from registrations where email = ${known} or lower(username) = ${known}
    order by id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Makes a customer of a registration, and ends all others for that e-mail: they were not its owner's, or are no longer
 * needed. Null when the e-mail has a customer already.
 */
export const confirmRegistration = async (
  tx: Tx,
  registration: Registration,
  { refCode, userHash, at }: { refCode: string; userHash: string; at: Date },
): Promise<string | null> => {
  const { email, username, password_hash, introducer, terms_version, created_at } = registration
  const { rows } = await sql<{ id: string }>`
    with ended as (
      delete from registrations where email = ${email}
    ), confirmed as (
      insert into customers (email, username, password_hash, email_verified_at, introducer, ref_code, user_hash, created_at)
      values (${email}, ${username}, ${password_hash}, ${at}, ${introducer}, ${refCode}, ${userHash}, ${created_at})
      on conflict (email) do nothing returning id
    ), accepted as (
      insert into customer_consents (customer, text_name, text_version, accepted_at)
      select id, 'term-conditions', ${terms_version}, ${created_at} from confirmed
    )
    select id from confirmed`.execute(tx)
  return rows[0]?.id ?? null
}
