import type { Db, Tx } from '@ingot/db/connect'
import { forgetJobs } from '@ingot/db/jobs'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import { listAccounts } from '@ingot/ledger/list'
import { isBeingSettled, lockOwner } from '@ingot/ledger/owner'
import { formatAmount } from '@ingot/money/amount-text'
import type { Files } from '@ingot/providers/files/files'
import type { DocumentState } from '@ingot/providers/kyc/port'
import { sql } from 'kysely'
import { policy } from '../../policy.ts'
import { pictureFile } from '../identity/account.ts'
import { type Customer, findByIdentifier, lockCustomer } from '../identity/store.ts'
import { type PersonalData, recordRead } from './personal-data.ts'
import * as store from './store.ts'

/** What commands work with, and who runs them. */
type Desk = { db: Db; files: Files; personalData: PersonalData; reader: string; now?: () => Date }

const findCustomer = async (db: Db, identifier: string): Promise<Customer> => {
  const customer = await findByIdentifier(db, identifier)
  if (customer?.role !== 'customer') throw new ProblemForPeople(`There is no customer ${identifier}.`)
  return customer
}

const ownerOf = (customer: string) => `customer:${customer}`

const accountsOf = async (db: Db | Tx, customer: string) => {
  const accounts = []
  for await (const { name, balance } of listAccounts(db, ownerOf(customer)))
    accounts.push({ name, balance: balance ? formatAmount(balance) : null, isEmpty: !balance || balance.units === 0n })
  return accounts
}

const rowsOf = async (db: Db, query: ReturnType<typeof sql>) => (await query.execute(db)).rows

/** What of a customer's row is his to have: nothing by which anybody could sign in. */
const ownPart = ({
  password_hash,
  pin_hash,
  pin_key,
  totp_secret,
  totp_pending_secret,
  totp_last_step,
  ...own
}: Customer) => ({
  ...own,
  pinSet: pin_hash !== null,
  twoFactorOn: totp_secret !== null,
})

/** Everything we have of a customer, in one object. Whoever asks for it is recorded. */
export const exportCustomer = async ({ db, files, personalData, reader, now }: Desk, identifier: string) => {
  const customer = await findCustomer(db, identifier)
  const { id } = customer
  await recordRead(db, { reader, customer: id, what: 'everything', why: 'export' }, now?.() ?? new Date())
  const [applicant, personal, draft] = [
    await store.findApplicant(db, id),
    await store.findPersonal(db, id),
    await store.findDraft(db, id),
  ]
  const picture = customer.picture ? await files.get(pictureFile(customer.picture)) : undefined
  const opened = <T extends object>(kind: 'personal' | 'draft' | 'review' | 'documents', sealed?: Buffer | null) =>
    sealed ? personalData.open<T>(id, kind, sealed) : null
  return {
    customer: ownPart(customer),
    picture: picture ? `data:${picture.type};base64,${Buffer.from(picture.bytes).toString('base64')}` : null,
    personalInformation: opened('personal', personal?.sealed),
    submittedAt: personal?.at ?? null,
    draft: opened('draft', draft?.sealed),
    verification: {
      applicant: applicant?.applicant_id ?? null,
      review: opened('review', applicant?.review_sealed),
      documents: opened('documents', applicant?.documents_sealed),
      moves: await rowsOf(
        db,
        sql`
        select from_status, to_status, cause, at from kyc_moves where customer = ${id} order by id`,
      ),
    },
    walletAddress: (await store.findWallet(db, id))?.address ?? null,
    consents: await rowsOf(
      db,
      sql`
      select text_name, text_version, accepted_at from customer_consents where customer = ${id}`,
    ),
    sessions: await rowsOf(
      db,
      sql`
      select address, agent, started_at, last_active_at, ended_at from sessions where customer = ${id} order by started_at`,
    ),
    activity: await rowsOf(
      db,
      sql`
      select kind, at, address, agent from audit_events where customer = ${id} order by id`,
    ),
    addressBook: await rowsOf(
      db,
      sql`
      select address, label, added_at from wallet_outside_addresses where customer = ${id} order by added_at`,
    ),
    transfers: await rowsOf(
      db,
      sql`
      select asset, units, fee_units, address, state, requested_at, ended_at, end_reason from wallet_transfers where customer = ${id} order by number`,
    ),
    accounts: (await accountsOf(db, id)).map(({ name, balance }) => ({ name, balance })),
    readsOfThis: await rowsOf(
      db,
      sql`
      select reader, what, why, at from personal_data_reads where customer = ${id} order by id`,
    ),
  }
}

/** What the law against money laundering makes a service keep of whom it let in: who he was and how that was shown. */
const keptFields = [
  ...(['firstName', 'middleName', 'lastName', 'dateOfBirth', 'citizenship'] as const),
  ...(['address', 'city', 'postalCode', 'country', 'idType', 'idNumber'] as const),
]

/** Whether the customer was ever let in, or anything was ever booked for him. */
const hadBusiness = async (db: Db | Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql<{ had: boolean }>`
    select exists (select from kyc_moves where customer = ${customer} and to_status = 'Approved')
      or exists (select from ledger_accounts where owner = ${ownerOf(customer)}) as had`.execute(db)
  return rows[0]?.had ?? true
}

/** Cuts what was handed in down to what has to be kept, and says until when; or removes it. */
const erasePersonal = async (tx: Tx, personalData: PersonalData, customer: string, at: Date): Promise<Date | null> => {
  const [personal, isKept] = [await store.findPersonal(tx, customer), await hadBusiness(tx, customer)]
  const documents = (await store.lockApplicant(tx, customer))?.documents_sealed
  await sql`delete from kyc_drafts where customer = ${customer}`.execute(tx)
  // Nobody asks the provider about him any more.
  await sql`delete from kyc_applicants where customer = ${customer}`.execute(tx)
  if (!personal || !isKept) {
    await sql`delete from kyc_personal where customer = ${customer}`.execute(tx)
    return null
  }
  const all = personalData.open<PersonalInfo>(customer, 'personal', personal.sealed)
  const kept = {
    ...Object.fromEntries(keptFields.map((field) => [field, all[field]])),
    documents: documents ? personalData.open<DocumentState[]>(customer, 'documents', documents) : [],
  }
  const until = new Date(at)
  until.setUTCFullYear(until.getUTCFullYear() + policy.verification.identityKeptYears)
  await sql`
    update kyc_personal set sealed = ${personalData.seal(customer, 'personal', kept)}, keep_until = ${until}
    where customer = ${customer}`.execute(tx)
  return until
}

/** The row stays under its opaque id, since the books name it; nothing in it names a person or opens the account. */
const eraseAccount = async (tx: Tx, { id, number, email }: Customer) => {
  await sql`
    update customers set email = ${`erased-${number}@erased.invalid`}, username = ${`erased-${number}`},
      password_hash = '', picture = null, pin_hash = null, totp_secret = null, totp_pending_secret = null,
      sign_in_mail = false, news_mail = false
    where id = ${id}`.execute(tx)
  await sql`delete from sessions where customer = ${id}`.execute(tx)
  await sql`delete from backup_codes where customer = ${id}`.execute(tx)
  await sql`delete from mail_links where customer = ${id}`.execute(tx)
  await sql`delete from mail_sends where customer = ${id}`.execute(tx)
  await sql`delete from wallet_outside_addresses where customer = ${id}`.execute(tx)
  await sql`delete from wallet_links where customer = ${id}`.execute(tx)
  await sql`delete from registrations where email = ${email}`.execute(tx)
  await sql`delete from operations where caller = ${id}`.execute(tx)
  await forgetJobs(tx, [id, email])
}

/** Whether the watcher of the chain has seen something on its way to the customer that is not final yet. */
const hasArrivals = async (tx: Tx, customer: string): Promise<boolean> => {
  const { rows } = await sql`select from chain_arrivals where owner = ${ownerOf(customer)} limit 1`.execute(tx)
  return rows.length > 0
}

/** Refuses to erase who has, or is about to get, anything. From here to the end of the transaction nothing is posted for him. */
const refuseHolder = async (tx: Tx, { id }: Customer, identifier: string) => {
  await lockOwner(tx, ownerOf(id))
  const held = (await accountsOf(tx, id)).find(({ isEmpty }) => !isEmpty)
  if (held)
    throw new ProblemForPeople(
      `${identifier} still holds something: ${held.balance} in ${held.name}. Pay it out before erasing.`,
    )
  if ((await isBeingSettled(tx, ownerOf(id))) || (await hasArrivals(tx, id)))
    throw new ProblemForPeople(
      `Something of ${identifier} is still on its way on the chain. Erase when it has arrived.`,
    )
}

/** Erases a customer who holds nothing any more, as far as the law allows. */
export const eraseCustomer = async ({ db, files, personalData, reader, now }: Desk, identifier: string) => {
  const customer = await findCustomer(db, identifier)
  const { id, picture } = customer
  const at = now?.() ?? new Date()
  const applicant = await store.findApplicant(db, id)
  const keptUntil = await inTransaction(db, async (tx) => {
    const locked = await lockCustomer(tx, id)
    await recordRead(tx, { reader, customer: id, what: 'everything', why: 'erased' }, at)
    const until = await erasePersonal(tx, personalData, id, at)
    await eraseAccount(tx, locked)
    // Last, so that others who post wait for no longer than they must; if it refuses, nothing of this has happened.
    await refuseHolder(tx, locked, identifier)
    return until
  })
  if (picture) await files.remove(pictureFile(picture))
  return { id, keptUntil, applicant: applicant?.applicant_id ?? null }
}
