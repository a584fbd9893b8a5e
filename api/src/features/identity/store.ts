import type { Db, Tx } from '@ingot/db/connect'
import type { Info } from '@ingot/endpoints/account'
import { sql } from 'kysely'
import { policy } from '../../policy.ts'

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
  pin_key: string | null
  pin_failures: number
  pin_locked_until: Date | null
  totp_secret: Buffer | null
  totp_last_step: string | null
  totp_pending_secret: Buffer | null
  totp_pending_proven: boolean
  two_factor_was_on: boolean
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

export const saveKycStatus = async (
  tx: Tx,
  id: string,
  { from, to }: { from: Customer['kyc_status']; to: Customer['kyc_status'] },
) => {
  await sql`update customers set kyc_status = ${to} where id = ${id} and kyc_status = ${from}`.execute(tx)
}

export const saveRank = async (tx: Tx, id: string, rank: Customer['customer_rank']) => {
  await sql`update customers set customer_rank = ${rank} where id = ${id}`.execute(tx)
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
      select id, 'term-conditions', ${terms_version}, ${created_at} from confirmed
    )
    select id from confirmed`.execute(tx)
  return rows[0]?.id ?? null
}

/** Leaves a row that names nobody and opens nothing. */
export const forgetPerson = async (tx: Tx, id: string, number: Customer['number']): Promise<void> => {
  await sql`
    update customers set email = ${`erased-${number}@erased.invalid`}, username = ${`erased-${number}`},
      password_hash = '', picture = null, pin_hash = null, totp_secret = null, totp_pending_secret = null,
      sign_in_mail = false, news_mail = false
    where id = ${id}`.execute(tx)
}
