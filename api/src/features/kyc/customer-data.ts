import type { Tx } from '@ingot/db/connect'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import { hasAccounts } from '@ingot/ledger/owner'
import type { DocumentState } from '@ingot/providers/kyc/port'
import type { Desk, Left } from '../../feature.ts'
import { policy } from '../../policy.ts'
import type { Customer } from '../identity/store.ts'
import type { Kind } from './personal-data.ts'
import * as store from './store.ts'

const opened = ({ personalData }: Desk, { id }: Customer, kind: Kind, sealed: Buffer | null | undefined) =>
  sealed ? personalData.open<object>(id, kind, sealed) : null

export const exportPersonal = async (desk: Desk, customer: Customer) => {
  const personal = await store.findPersonal(desk.db, customer.id)
  return {
    personalInformation: opened(desk, customer, 'personal', personal?.sealed),
    submittedAt: personal?.at ?? null,
  }
}

export const exportDraft = async (desk: Desk, customer: Customer) => {
  const draft = await store.findDraft(desk.db, customer.id)
  return { draft: opened(desk, customer, 'draft', draft?.sealed) }
}

export const exportVerification = async (desk: Desk, customer: Customer) => {
  const applicant = await store.findApplicant(desk.db, customer.id)
  const moves = await store.listMoves(desk.db, customer.id)
  return {
    verification: {
      applicant: applicant?.applicant_id ?? null,
      review: opened(desk, customer, 'review', applicant?.review_sealed),
      documents: opened(desk, customer, 'documents', applicant?.documents_sealed),
      moves,
    },
  }
}

/** What the law against money laundering makes a service keep of whom it let in: who he was and how that was shown. */
const keptFields = [
  ...(['firstName', 'middleName', 'lastName', 'dateOfBirth', 'citizenship'] as const),
  ...(['address', 'city', 'postalCode', 'country', 'idType', 'idNumber'] as const),
]

/** Whether the customer was ever let in, or anything was ever booked for him. */
const hadBusiness = async (tx: Tx, customer: string): Promise<boolean> =>
  (await store.wasApproved(tx, customer)) || hasAccounts(tx, `customer:${customer}`)

const keptUntilFrom = (now: Date): Date => {
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + policy.verification.identityKeptYears)
  return until
}

/** Until when it would be kept who the customer is, if he left now; null where nothing of it would be. */
export const keptUntilIf = async (tx: Tx, customer: string, now: Date): Promise<Date | null> =>
  (await store.findPersonal(tx, customer)) && (await hadBusiness(tx, customer)) ? keptUntilFrom(now) : null

/** Cuts what was handed in down to what has to be kept, and says until when; or removes it. */
export const erasePersonal = async (
  tx: Tx,
  { id }: Customer,
  { personalData, now }: Pick<Desk, 'personalData' | 'now'>,
): Promise<Left> => {
  const [personal, isKept] = [await store.findPersonal(tx, id), await hadBusiness(tx, id)]
  if (!personal || !isKept) {
    await store.deletePersonal(tx, id)
    return {}
  }
  const documents = (await store.lockApplicant(tx, id))?.documents_sealed
  const all = personalData.open<PersonalInfo>(id, 'personal', personal.sealed)
  const kept = {
    ...Object.fromEntries(keptFields.map((field) => [field, all[field]])),
    documents: documents ? personalData.open<DocumentState[]>(id, 'documents', documents) : [],
  }
  const until = keptUntilFrom(now())
  await store.keepPersonal(tx, id, { sealed: personalData.seal(id, 'personal', kept), until })
  return { keptUntil: until }
}

/** Nobody asks the provider about him any more. */
export const eraseApplicant = async (tx: Tx, { id }: Customer): Promise<Left> => ({
  applicant: (await store.deleteApplicant(tx, id)) ?? null,
})
