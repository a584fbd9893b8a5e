import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type * as endpoints from '@ingot/endpoints/kyc'
import type { PersonalText } from '@ingot/endpoints/kyc-fields'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { pictureLink, updatePicture } from '../identity/account.ts'
import type { Identity } from '../identity/identity.ts'
import { lockCustomer, readCustomer } from '../identity/store.ts'
import type { Kyc } from './kyc.ts'
import { checkedPersonalInfo } from './personal-rules.ts'
import { personDigests } from './same-person.ts'
import type { KycStatus } from './states.ts'
import * as store from './store.ts'

/** While it is being checked, or once it was found right, the information stays as it is. */
const open: readonly KycStatus[] = ['Not Verified', 'Rejected']

const lockOpen = async (tx: Tx, customer: string) => {
  const { kyc_status: status } = await lockCustomer(tx, customer)
  const applicant = await store.lockApplicant(tx, customer)
  if (applicant?.is_final) throw new Failure('VerificationFinal')
  if (!open.includes(status)) throw new Failure('PersonalInfoLocked')
}

/** A form without a chosen file sends an empty one. */
const takePicture = async (identity: Identity, person: Person, picture: Blob | string | undefined, from: Origin) => {
  if (picture instanceof Blob && picture.size > 0) await updatePicture(identity, person, picture, from)
}

export const submitPersonalInfo = async (
  kyc: Kyc,
  identity: Identity,
  person: Person,
  { profile, ...given }: BodyOf<typeof endpoints.submitPersonalInfo>,
  from: Origin,
) => {
  const { db, now, personalData } = kyc
  await identity.limits.take('personal-info', person.id, from.address)
  const at = now()
  const info = checkedPersonalInfo(given, at)
  await inTransaction(db, async (tx) => {
    await lockOpen(tx, person.id)
    const sealed = personalData.seal(person.id, 'personal', info)
    await store.savePersonal(tx, person.id, { sealed, at, person: personDigests(personalData, info)[0] })
  })
  await takePicture(identity, person, profile, from)
  return { submittedAt: at.toISOString() }
}

export const saveDraft = async (
  kyc: Kyc,
  identity: Identity,
  person: Person,
  { profile, ...typed }: BodyOf<typeof endpoints.saveDraft>,
  from: Origin,
) => {
  const { db, now, personalData } = kyc
  await identity.limits.take('draft', person.id, from.address)
  const at = now()
  await inTransaction(db, async (tx) => {
    await lockOpen(tx, person.id)
    await store.saveDraft(tx, person.id, { sealed: personalData.seal(person.id, 'draft', typed), at })
  })
  await takePicture(identity, person, profile, from)
  return { savedAt: at.toISOString() }
}

/** A draft counts while it may be handed in; after that only what was checked does. */
export const readPersonalInfo = async ({ db, now, personalData }: Kyc, { id, kycStatus }: Person) => {
  const { picture } = await readCustomer(db, id)
  const draft = open.includes(kycStatus) ? await store.findDraft(db, id) : undefined
  const personal = await store.findPersonal(db, id)
  const [kind, found] = draft ? (['draft', draft] as const) : (['personal', personal] as const)
  if (found) await store.recordRead(db, { reader: `customer:${id}`, customer: id, what: kind, why: 'own page' }, now())
  return {
    profileLink: picture && pictureLink(picture),
    fields: found ? personalData.open<PersonalText>(id, kind, found.sealed) : null,
    isDraft: draft !== undefined,
    submittedAt: personal?.at.toISOString() ?? null,
  }
}
