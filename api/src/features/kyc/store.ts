import type { Db, Tx } from '@ingot/db/connect'
import { runStatement } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { saveKycStatus } from '../identity/store.ts'
import type { KycStatus } from './states.ts'

export type Applicant = {
  customer: string
  applicant_id: string
  asked_at: Date | null
  reads: string
  applied_read: string
  submitted: boolean
  is_final: boolean
  review_sealed: Buffer | null
  documents_sealed: Buffer | null
}

const columns = `customer, applicant_id, asked_at, reads, applied_read, submitted, is_final, review_sealed, documents_sealed`

const applicantByCustomer = {
  name: 'find-applicant',
  text: `select ${columns} from kyc_applicants where customer = $1`,
}

export const findApplicant = async (db: Db | Tx, customer: string): Promise<Applicant | undefined> => {
  const [row] = await runStatement<Applicant>(db, { ...applicantByCustomer, values: [customer] })
  return row
}

const unfinished = {
  name: 'unfinished-verification',
  text: `
    select coalesce((select m.at from kyc_moves m where m.customer = c.id order by m.id desc limit 1), c.created_at) as since
    from customers c left join kyc_applicants a on a.customer = c.id
    where c.id = $1 and c.kyc_status not in ('Approved', 'Verified') and a.is_final is not true`,
}

/** Since when somebody is where he is who was not let in yet; undefined for others, and for whom it is decided for good. */
export const unfinishedSince = async (db: Db, customer: string): Promise<Date | undefined> => {
  const [row] = await runStatement<{ since: Date }>(db, { ...unfinished, values: [customer] })
  return row?.since
}

/** Under the customer's own lock, which whoever changes a KYC status takes first. */
export const lockApplicant = async (tx: Tx, customer: string): Promise<Applicant | undefined> => {
  const { rows } = await sql<Applicant>`
    select ${sql.raw(columns)} from kyc_applicants where customer = ${customer} for update`.execute(tx)
  return rows[0]
}

export const insertApplicant = async (db: Db, customer: string, applicantId: string, at: Date) => {
  await sql`
    insert into kyc_applicants (customer, applicant_id, opened_at) values (${customer}, ${applicantId}, ${at})
    on conflict (customer) do update set applicant_id = excluded.applicant_id`.execute(db)
}

export const findCustomerOfApplicant = async (tx: Tx, applicantId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ customer: string }>`
    select customer from kyc_applicants where applicant_id = ${applicantId}`.execute(tx)
  return rows[0]?.customer
}

const dueApplicant = {
  name: 'is-applicant-due',
  text: 'select 1 from kyc_applicants where customer = $1 and not is_final and (asked_at is null or asked_at <= $2)',
}

/** Whether the provider was not asked about the customer since then. */
export const isDue = async (db: Db, customer: string, since: Date): Promise<boolean> =>
  (await runStatement(db, { ...dueApplicant, values: [customer, since] })).length > 0

/** Takes the turn to ask; false when somebody else has taken it. */
export const takeTurn = async (tx: Tx, customer: string, since: Date, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update kyc_applicants set asked_at = ${at}
    where customer = ${customer} and (asked_at is null or asked_at <= ${since})`.execute(tx)
  return numAffectedRows === 1n
}

/** The number of the read that is about to ask. */
export const drawRead = async (db: Db, customer: string, at: Date) => {
  const { rows } = await sql<{ applicant_id: string; reads: string }>`
    update kyc_applicants set reads = reads + 1, asked_at = ${at} where customer = ${customer}
    returning applicant_id, reads`.execute(db)
  return rows[0]
}

type Page = { after: string | null; most: number }

/** Whom nobody has asked about since a moment, which depends on how far he is. */
export const dueApplicants = async (
  db: Db,
  since: { settled: Date; waiting: Date; others: Date },
  { after, most }: Page,
): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select c.id from kyc_applicants a join customers c on c.id = a.customer
    where not a.is_final and coalesce(a.asked_at, a.opened_at) <= case
      when c.kyc_status in ('Approved', 'Verified') then ${since.settled}::timestamptz
      when c.kyc_status = 'Pending' then ${since.waiting}::timestamptz
      else ${since.others}::timestamptz end
    order by c.id <= ${after}, c.id limit ${most}`.execute(db)
  return rows
}

export const noteAsked = async (tx: Tx, customer: string, at: Date) => {
  await sql`update kyc_applicants set asked_at = ${at} where customer = ${customer}`.execute(tx)
}

/** Says under which id the provider knows him; undefined when it does not. */
export const deleteApplicant = async (tx: Tx, customer: string): Promise<string | undefined> => {
  const { rows } = await sql<{ applicant_id: string }>`
    delete from kyc_applicants where customer = ${customer} returning applicant_id`.execute(tx)
  return rows[0]?.applicant_id
}

type Applied = { read: string; submitted: boolean; isFinal: boolean; review: Buffer; documents: Buffer | null }

export const saveReview = async (tx: Tx, customer: string, applied: Applied) => {
  const { read, submitted, isFinal, review, documents } = applied
  await sql`
    update kyc_applicants set applied_read = ${read}, submitted = ${submitted}, is_final = ${isFinal},
      review_sealed = ${review}, documents_sealed = coalesce(${documents}, documents_sealed)
    where customer = ${customer}`.execute(tx)
}

/** One step of the table, written down with its cause. */
export const moveStatus = async (
  tx: Tx,
  customer: string,
  { from, to, cause, at }: { from: KycStatus; to: KycStatus; cause: 'provider' | 'wallet'; at: Date },
) => {
  await sql`
    insert into kyc_moves (customer, from_status, to_status, cause, at)
    values (${customer}, ${from}, ${to}, ${cause}, ${at})`.execute(tx)
  await saveKycStatus(tx, customer, { from, to, at })
}

export const listMoves = async (db: Db, customer: string) => {
  const { rows } = await sql`
    select from_status, to_status, cause, at from kyc_moves where customer = ${customer} order by id`.execute(db)
  return rows
}

/** Whether the customer was ever approved, whatever he is now. */
export const wasApproved = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql`
    select from kyc_moves where customer = ${customer} and to_status = 'Approved' limit 1`.execute(tx)
  return rows.length > 0
}

/** Who is approved and not verified yet. */
export const approvedCustomers = async (db: Db, { after, most }: Page): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from customers where kyc_status = 'Approved' order by id <= ${after}, id limit ${most}`.execute(db)
  return rows
}

export type Sealed = { sealed: Buffer; at: Date }

export const findPersonal = async (db: Db | Tx, customer: string): Promise<Sealed | undefined> => {
  const { rows } = await sql<Sealed>`
    select sealed, submitted_at as at from kyc_personal where customer = ${customer}`.execute(db)
  return rows[0]
}

export type HolderRow = { username: string; sealed: Buffer | null }

/** What a document is made out to: what was verified of a customer, where something was, which is recorded as read. */
export const readHolder = async (
  db: Db | Tx,
  { reader, customer }: { reader: string; customer: string },
  at: Date,
): Promise<HolderRow | undefined> => {
  const [row] = await runStatement<HolderRow>(db, {
    name: 'read-holder',
    text: `
      with holder as (
        select c.username, p.sealed from customers c left join kyc_personal p
          on p.customer = c.id and c.kyc_status in ('Verified', 'Approved')
        where c.id = $1
      ), recorded as (
        insert into personal_data_reads (reader, customer, what, why, at)
        select $2, $1, 'personal', 'document', $3 from holder where sealed is not null
      )
      select username, sealed from holder`,
    values: [customer, reader, at],
  })
  return row
}

export const findDraft = async (db: Db | Tx, customer: string): Promise<Sealed | undefined> => {
  const { rows } = await sql<Sealed>`
    select sealed, saved_at as at from kyc_drafts where customer = ${customer}`.execute(db)
  return rows[0]
}

/** What was handed in takes the place of the draft. */
export const savePersonal = async (
  tx: Tx,
  customer: string,
  { sealed, at, person = null }: Sealed & { person?: Buffer | null },
) => {
  await sql`delete from kyc_drafts where customer = ${customer}`.execute(tx)
  await sql`
    insert into kyc_personal (customer, sealed, submitted_at, person) values (${customer}, ${sealed}, ${at}, ${person})
    on conflict (customer) do update set
      sealed = excluded.sealed, submitted_at = excluded.submitted_at, person = excluded.person`.execute(tx)
}

/** Who cannot be found by name and birthday yet. */
export const listUnfound = async (db: Db, limit: number): Promise<{ customer: string; sealed: Buffer }[]> => {
  const { rows } = await sql<{ customer: string; sealed: Buffer }>`
    select customer, sealed from kyc_personal where person is null order by customer limit ${limit}`.execute(db)
  return rows
}

/** Unless something else was handed in meanwhile. */
export const savePerson = async (db: Db, customer: string, { sealed, person }: { sealed: Buffer; person: Buffer }) => {
  await sql`
    update kyc_personal set person = ${person} where customer = ${customer} and sealed = ${sealed}`.execute(db)
}

/** Customers of a name and a birthday, as far as anybody is to be found: whoever has left is not. */
export const findPersons = async (
  db: Db | Tx,
  digests: readonly Buffer[],
  limit: number,
): Promise<{ id: string; username: string }[]> => {
  const { rows } = await sql<{ id: string; username: string }>`
    select c.id, c.username from kyc_personal p join customers c on c.id = p.customer
    where p.person = any(${digests}::bytea[]) and p.keep_until is null and c.role = 'customer'
    order by c.number limit ${limit}`.execute(db)
  return rows
}

export const saveDraft = async (tx: Tx, customer: string, { sealed, at }: Sealed) => {
  await sql`
    insert into kyc_drafts (customer, sealed, saved_at) values (${customer}, ${sealed}, ${at})
    on conflict (customer) do update set sealed = excluded.sealed, saved_at = excluded.saved_at`.execute(tx)
}

/** Leaves of what was handed in what has to be kept, for so long. */
export const keepPersonal = async (tx: Tx, customer: string, { sealed, until }: { sealed: Buffer; until: Date }) => {
  await sql`
    update kyc_personal set sealed = ${sealed}, keep_until = ${until}
    where customer = ${customer}`.execute(tx)
}

export const deletePersonal = async (tx: Tx, customer: string) => {
  await sql`delete from kyc_personal where customer = ${customer}`.execute(tx)
}

/** What had to be kept until a moment that has passed. */
export const deleteKeptPersonal = async (db: Db, now: Date) => {
  await sql`delete from kyc_personal where keep_until < ${now}`.execute(db)
}

type Read = { reader: string; customer: string; what: string; why: string }

/** Who reads what about whom is written down before it is handed out. */
export const recordRead = async (db: Db | Tx, { reader, customer, what, why }: Read, at: Date) => {
  await sql`
    insert into personal_data_reads (reader, customer, what, why, at)
    values (${reader}, ${customer}, ${what}, ${why}, ${at})`.execute(db)
}

/** True for a message that was not taken before. */
export const takeWebhook = async (
  tx: Tx,
  { applicantId, type, createdAtMs }: { applicantId: string; type: string; createdAtMs: string },
  at: Date,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into kyc_webhooks (applicant_id, type, created_at_ms, received_at)
    values (${applicantId}, ${type}, ${createdAtMs}, ${at})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export const deleteWebhooks = async (db: Db, before: Date) => {
  await sql`delete from kyc_webhooks where received_at < ${before}`.execute(db)
}

export const recordRefusal = async (db: Db, address: string, reason: string, at: Date) => {
  await sql`
    insert into kyc_webhook_refusals as known (day, address, reason, count, last_at)
    values (${at.toISOString().slice(0, 10)}, ${address}, ${reason}, 1, ${at})
    on conflict (day, address, reason) do update set count = known.count + 1, last_at = excluded.last_at`.execute(db)
}

/** Records the address the first time, and gives the one that is recorded. */
export const recordWallet = async (tx: Tx, customer: string, address: string, at: Date): Promise<string> => {
  await sql`
    insert into wallet_addresses (customer, address, recorded_at) values (${customer}, ${address}, ${at})
    on conflict (customer) do nothing`.execute(tx)
  const { rows } = await sql<{ address: string }>`
    select address from wallet_addresses where customer = ${customer}`.execute(tx)
  return rows[0]?.address ?? ''
}

export const findWallet = async (db: Db, customer: string) => {
  const { rows } = await sql<{ user_hash: string; address: string | null }>`
    select c.user_hash, w.address from customers c left join wallet_addresses w on w.customer = c.id
    where c.id = ${customer}`.execute(db)
  return rows[0]
}
