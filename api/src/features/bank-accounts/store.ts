import type { Db, Tx } from '@ingot/db/connect'
import type { BankAccountReason, BankAccountState } from '@ingot/endpoints/bank-fields'
import { sql } from 'kysely'

export type AccountRow = {
  id: string
  customer: string
  state: BankAccountState
  reason: BankAccountReason | null
  note: string | null
  sealed: Buffer | null
  last_four: string
  country: string
  is_iban: boolean
  score: number
  named_at: Date
  is_preferred: boolean
  added_at: Date
  verified_at: Date | null
  review_since: Date | null
}

const columns = sql`a.id, a.customer, a.state, a.reason, a.note, a.sealed, a.last_four, a.country, a.is_iban, a.score, a.named_at,
  a.is_preferred, a.added_at, a.verified_at, a.review_since`

type NewAccount = Pick<
  AccountRow,
  'id' | 'customer' | 'last_four' | 'country' | 'is_iban' | 'score' | 'named_at' | 'added_at'
> & { sealed: Buffer; digest: Buffer }

/** False when the customer has this number already. */
export const insertAccount = async (tx: Tx, made: NewAccount): Promise<boolean> => {
  const { id, customer, sealed, digest, last_four, country, is_iban, score, named_at, added_at } = made
  const { numAffectedRows } = await sql`
    insert into bank_accounts (id, customer, sealed, digest, last_four, country, is_iban, score, named_at, added_at)
    values (${id}, ${customer}, ${sealed}, ${digest}, ${last_four}, ${country}, ${is_iban}, ${score}, ${named_at}, ${added_at})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** What the customer has not removed, the preferred one first. */
export const listAccounts = async (db: Db | Tx, customer: string): Promise<AccountRow[]> => {
  const { rows } = await sql<AccountRow>`
    select ${columns} from bank_accounts a where a.customer = ${customer} and a.state <> 'Removed'
    order by a.is_preferred desc, a.number`.execute(db)
  return rows
}

/** All of them, as they were added. */
export const listEveryAccount = async (db: Db | Tx, customer: string): Promise<AccountRow[]> => {
  const { rows } = await sql<AccountRow>`
    select ${columns} from bank_accounts a where a.customer = ${customer} order by a.number`.execute(db)
  return rows
}

export const findAccount = async (db: Db | Tx, id: string): Promise<AccountRow | undefined> => {
  const { rows } = await sql<AccountRow>`select ${columns} from bank_accounts a where a.id = ${id}`.execute(db)
  return rows[0]
}

/** All of a customer's, always in the same order: which one is preferred hangs on the others. */
export const lockAccounts = async (tx: Tx, customer: string): Promise<AccountRow[]> => {
  const { rows } = await sql<AccountRow>`
    select ${columns} from bank_accounts a where a.customer = ${customer} and a.state <> 'Removed'
    order by a.id for update`.execute(tx)
  return rows
}

export type KnownAccount = { id: string; customer: string; username: string | null; state: BankAccountState }

/** Who has a number, by any of its digests; also who had it proven once and removed it. */
export const findByDigests = async (db: Db | Tx, digests: readonly Buffer[]): Promise<KnownAccount[]> => {
  const { rows } = await sql<KnownAccount>`
    select a.id, a.customer, c.username, a.state from bank_accounts a left join customers c on c.id = a.customer
    where a.digest = any(${digests}::bytea[]) and (a.state <> 'Removed' or a.verified_at is not null)
    order by a.number`.execute(db)
  return rows
}

export type Standing = AccountRow & { kyc_status: string; named_now: Date | null }

/** A customer's own account, with how his verification stands and when the name was handed in that counts now. */
export const findStanding = async (tx: Tx, customer: string, id: string): Promise<Standing | undefined> => {
  const { rows } = await sql<Standing>`
    select ${columns}, c.kyc_status, p.submitted_at as named_now
    from bank_accounts a join customers c on c.id = a.customer left join kyc_personal p on p.customer = a.customer
    where a.id = ${id} and a.customer = ${customer} for share of a`.execute(tx)
  return rows[0]
}

export const saveScore = async (tx: Tx, id: string, { score, namedAt }: { score: number; namedAt: Date }) => {
  await sql`update bank_accounts set score = ${score}, named_at = ${namedAt} where id = ${id}`.execute(tx)
}

export const savePreferred = async (tx: Tx, customer: string, id: string) => {
  await sql`
    update bank_accounts set is_preferred = false where customer = ${customer} and is_preferred and id <> ${id}`.execute(
    tx,
  )
  await sql`update bank_accounts set is_preferred = true where id = ${id} and not is_preferred`.execute(tx)
}

/** If none is preferred any more, the one that was verified first is. */
export const preferAny = async (tx: Tx, customer: string) => {
  await sql`
    update bank_accounts set is_preferred = true where id = (
      select id from bank_accounts where customer = ${customer} and state = 'Verified'
        and not exists (select from bank_accounts p where p.customer = ${customer} and p.is_preferred)
      order by verified_at, number limit 1)`.execute(tx)
}

/** Has an account wait for an operator. */
export const saveReview = async (tx: Tx, id: string, at: Date) => {
  await sql`update bank_accounts set review_since = ${at} where id = ${id}`.execute(tx)
}

/** The number of whoever was erased is forgotten; that there was an account is not. */
export const forgetNumbers = async (tx: Tx, customer: string) => {
  await sql`
    update bank_accounts set sealed = null, digest = null, last_four = '', note = null
    where customer = ${customer}`.execute(tx)
}

/** Verified accounts whose customer has another verified name by now. */
export const listRenamed = async (db: Db, after: string | null, most: number) => {
  const { rows } = await sql<{ id: string; customer: string }>`
    select a.id, a.customer from bank_accounts a join kyc_personal p on p.customer = a.customer
      join customers c on c.id = a.customer and c.kyc_status = 'Verified'
    where a.state = 'Verified' and date_trunc('milliseconds', p.submitted_at) <> a.named_at
    order by a.id <= ${after}, a.id limit ${most}`.execute(db)
  return rows
}
