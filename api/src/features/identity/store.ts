import type { Db, Tx } from '@ingot/db/connect'
import type { Info, Preferences } from '@ingot/endpoints/account'
import type { MailKind } from '@ingot/endpoints/mail-kinds'
import { sql } from 'kysely'
import { isUuid } from '../../queue.ts'

export type Customer = {
  id: string
  number: string
  /** What the wallet's address follows from. Told to nobody. */
  wallet_salt: Buffer
  email: string
  username: string
  role: Info['role']
  roles: Info['roles']
  password_hash: string
  email_verified_at: Date
  kyc_status: Info['kycVerified']
  kyc_since: Date
  /** Where he lives, as it was when he was let in: two letters of ISO 3166-1. */
  residence: string | null
  customer_rank: NonNullable<Info['customer_rank']>['role'] | null
  ref_code: string
  user_hash: string
  introducer: string | null
  picture: string | null
  mails_wanted: MailKind[]
  shows_name: boolean
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
  /** Since when nobody signs in any more, since the owner has died or left. */
  closed_at: Date | null
  closed_why: 'deceased' | 'left' | null
}

export const findByIdentifier = async (db: Db, identifier: string): Promise<Customer | undefined> => {
  const known = identifier.toLowerCase()
  const { rows } = await sql<Customer>`
    select * from customers where email = ${known} or lower(username) = ${known}
    order by email = ${known} desc limit 1`.execute(db)
  return rows[0]
}

export const listCustomers = async (db: Db, ids: readonly string[]): Promise<Customer[]> => {
  const { rows } = await sql<Customer>`
    select * from customers where id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Customers among owners as the ledger names them, by that name. */
export const namesOf = async (
  db: Db,
  owners: readonly string[],
): Promise<Map<string, { id: string; username: string }>> => {
  const ids = owners.filter((owner) => owner.startsWith('customer:')).map((owner) => owner.slice('customer:'.length))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from customers where id = any(${ids.filter(isUuid)}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [`customer:${row.id}`, row]))
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

export const lockIfThere = async (tx: Tx, id: string): Promise<Customer | undefined> => {
  const { rows } = await sql<Customer>`select * from customers where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Whoever is a customer: an operator is none. */
export const findCustomer = async (db: Db | Tx, id: string): Promise<Customer | undefined> => {
  const { rows } = await sql<Customer>`select * from customers where id = ${id} and role = 'customer'`.execute(db)
  return rows[0]
}

/** Whoever changes a credential waits for the one before, so that tries are counted one by one. */
export const lockCustomer = async (tx: Tx, id: string): Promise<Customer> => {
  const customer = await lockIfThere(tx, id)
  if (!customer) throw new Error(`there is no customer ${id}`)
  return customer
}

export const saveKycStatus = async (
  tx: Tx,
  id: string,
  { from, to, at }: { from: Customer['kyc_status']; to: Customer['kyc_status']; at: Date },
) => {
  await sql`
    update customers set kyc_status = ${to}, kyc_since = ${at} where id = ${id} and kyc_status = ${from}`.execute(tx)
}

export const saveResidence = async (tx: Tx, id: string, country: string) => {
  await sql`update customers set residence = ${country} where id = ${id}`.execute(tx)
}

export const saveRank = async (tx: Tx, id: string, rank: Customer['customer_rank']) => {
  await sql`update customers set customer_rank = ${rank} where id = ${id}`.execute(tx)
}

export const findIntroducer = async (db: Db | Tx, referralCode: string) => {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from customers
    where ref_code = ${referralCode} and role = 'customer' and closed_at is null`.execute(db)
  return rows[0]
}

export const readCodesLeftAndIntroducer = async (db: Db, customer: Customer) => {
  const { rows } = await sql<{ codes: number; introducer: string | null }>`
    select (select count(*)::int from backup_codes where customer = ${customer.id}) as codes,
      (select username from customers where id = ${customer.introducer}) as introducer`.execute(db)
  return { codesLeft: rows[0]?.codes ?? 0, introducer: rows[0]?.introducer ?? null }
}

export const stopMails = async (tx: Db | Tx, id: string, kind: MailKind): Promise<void> => {
  await sql`update customers set mails_wanted = array_remove(mails_wanted, ${kind}) where id = ${id}`.execute(tx)
}

type WantedPreferences = { [Name in keyof Preferences]?: Preferences[Name] | undefined }

export const savePreferences = async (
  tx: Tx,
  id: string,
  { mails, showsName }: WantedPreferences,
): Promise<Preferences> => {
  const { rows } = await sql<Preferences>`
    update customers set mails_wanted = coalesce(${mails ? [...new Set(mails)] : null}::text[], mails_wanted),
      shows_name = coalesce(${showsName ?? null}, shows_name)
    where id = ${id}
    returning mails_wanted as mails, shows_name as "showsName"`.execute(tx)
  const [saved] = rows
  if (!saved) throw new Error(`there is no customer ${id}`)
  return saved
}

/** Put right by two operators: the database takes it only beside their correction. */
export const saveIntroducer = async (tx: Tx, id: string, introducer: string | null) => {
  await sql`update customers set introducer = ${introducer} where id = ${id}`.execute(tx)
}

export const savePicture = async (tx: Tx, id: string, name: string) => {
  await sql`update customers set picture = ${name} where id = ${id}`.execute(tx)
}

/** Links that were mailed to set another password end with it. */
export const savePassword = async (tx: Tx, customer: string, hash: string) => {
  await sql`
    with links as (delete from mail_links where customer = ${customer} and purpose = 'reset-password')
    update customers set password_hash = ${hash} where id = ${customer}`.execute(tx)
}

/** Outgoing actions wait from then on. */
export const saveCredentialsChange = async (tx: Tx, customer: string, at: Date) => {
  await sql`update customers set credentials_changed_at = ${at} where id = ${customer}`.execute(tx)
}

type NewOperator = {
  email: string
  username: string
  passwordHash: string
  refCode: string
  userHash: string
  at: Date
}

const operatorRow = ({ email, username, passwordHash, refCode, userHash, at }: NewOperator) => sql`
  insert into customers (email, username, role, password_hash, email_verified_at, ref_code, user_hash, created_at)
  values (${email}, ${username}, 'operator', ${passwordHash}, ${at}, ${refCode}, ${userHash}, ${at})`

/** Undefined when somebody has the e-mail. */
export const insertOperator = async (tx: Tx, given: NewOperator): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    ${operatorRow(given)} on conflict (email) do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** Null when the e-mail is a customer's. */
export const saveOperator = async (tx: Tx, given: NewOperator): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    ${operatorRow(given)}
    on conflict (email) do update set password_hash = excluded.password_hash, username = excluded.username
      where customers.role = 'operator'
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export const hasPeople = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select from customers limit 1`.execute(db)
  return rows.length > 0
}

/** Which of these e-mails somebody has. */
export const listKnownEmails = async (db: Db, emails: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select email from customers where email = any(${emails}) order by email`.execute(db)
  return rows.map(({ email }) => email)
}

/** Whether an e-mail is that of an account which is closed: nobody reads what is sent there. */
export const isClosedEmail = async (db: Db, email: string): Promise<boolean> => {
  const { rows } = await sql`
    select from customers where email = ${email.toLowerCase()} and closed_at is not null`.execute(db)
  return rows.length > 0
}

/** Says whether it was open until now. */
export const saveClosed = async (
  tx: Tx,
  id: string,
  { why, at }: { why: NonNullable<Customer['closed_why']>; at: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update customers set closed_at = ${at}, closed_why = ${why} where id = ${id} and closed_at is null`.execute(tx)
  return numAffectedRows === 1n
}

export const isErased = ({ email }: Pick<Customer, 'email'>): boolean => email.endsWith('@erased.invalid')

/** The row stays under its opaque id, since the books name it; nothing in it names a person or opens the account. */
export const eraseCustomer = async (tx: Tx, { id, number }: Customer) => {
  await sql`
    update customers set email = ${`erased-${number}@erased.invalid`}, username = ${`erased-${number}`},
      password_hash = '', picture = null, pin_hash = null, totp_secret = null, totp_pending_secret = null,
      mails_wanted = '{}', shows_name = false, residence = null
    where id = ${id}`.execute(tx)
}
