import { inTransaction } from '@ingot/db/transaction'
import { threeLettersOf } from '@ingot/endpoints/countries'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import { type DocumentState, KycRefused, KycUnavailable, type Review } from '@ingot/providers/kyc/port'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { Identity } from '../identity/identity.ts'
import type { Kyc } from './kyc.ts'
import { tellableLabels } from './rejection.ts'
import { askProvider } from './sent-jobs.ts'
import * as store from './store.ts'

/** What is not the provider's fault is told as it is; what is becomes a sentence that says to try again. */
const asking = async <T>({ log }: Kyc, answer: Promise<T>): Promise<T> =>
  answer.catch((error) => {
    if (!(error instanceof KycUnavailable || error instanceof KycRefused)) throw error
    log.warn({ err: error }, 'the verification provider did not do what it was asked')
    throw new Failure('VerificationUnavailable')
  })

/** Opens the provider's page for the caller, who is made known there the first time. */
export const openApplicant = async (kyc: Kyc, identity: Identity, person: Person, username: string, from: Origin) => {
  if (username.toLowerCase() !== person.username.toLowerCase()) throw new Failure('NotFound')
  await identity.limits.take('verification', person.id, from.address)
  const { db, now, provider, personalData } = kyc
  const [applicant, personal] = [await store.findApplicant(db, person.id), await store.findPersonal(db, person.id)]
  if (applicant?.is_final) throw new Failure('VerificationFinal')
  if (!personal) throw new Failure('PersonalInfoMissing')
  const read = { reader: 'api', customer: person.id, what: 'personal', why: 'sent to the verification provider' }
  await store.recordRead(db, read, now())
  const info = personalData.open<PersonalInfo>(person.id, 'personal', personal.sealed)
  const { firstName, middleName, lastName, dateOfBirth } = info
  const claimed = { firstName, middleName, lastName, dateOfBirth, country: threeLettersOf(info.country) }
  const applicantId = await asking(kyc, provider.openApplicant(person.id, claimed))
  await store.insertApplicant(db, person.id, applicantId, now())
  return asking(kyc, provider.accessToken(person.id))
}

/** How far it is, from our own database. */
export const readStatus = async (kyc: Kyc, person: Person, userId: string) => {
  if (userId !== person.id) throw new Failure('NotFound')
  await noticePoll(kyc, person)
  const applicant = await store.findApplicant(kyc.db, person.id)
  if (!applicant?.review_sealed) return { reviewStatus: 'init' as const, reviewResult: null }
  const { status, result } = kyc.personalData.open<Review>(person.id, 'review', applicant.review_sealed)
  return {
    reviewStatus: status,
    reviewResult: result
      ? {
          reviewAnswer: result.answer,
          ...(result.rejectType && { reviewRejectType: result.rejectType }),
          rejectLabels: tellableLabels(result.labels),
          moderationComment: result.comment,
        }
      : null,
  }
}

/** What the provider has of the caller, asked of the provider itself. */
export const readData = async (kyc: Kyc, identity: Identity, person: Person, externalUserId: string, from: Origin) => {
  const { db, now, provider, personalData } = kyc
  const applicant = externalUserId === person.id ? await store.findApplicant(db, person.id) : undefined
  if (!applicant) throw new Failure('NotFound')
  await identity.limits.take('verification', person.id, from.address)
  const data = await asking(kyc, provider.readData(applicant.applicant_id))
  const read = { reader: `customer:${person.id}`, customer: person.id, what: 'provider data', why: 'own page' }
  await store.recordRead(db, read, now())
  const documents = applicant.documents_sealed
    ? personalData.open<DocumentState[]>(person.id, 'documents', applicant.documents_sealed)
    : []
  return { externalUserId, ...data, documents }
}

/** More customers than this at once are forgotten early, and asked about in the database once more. */
const pollsKept = 100_000
const nextLooks = new WeakMap<Kyc, Map<string, number>>()

/**
 * A page asks every second. Now and then that leaves a job which asks the provider, so that a lost message
 * heals; in between it costs a look into memory.
 */
export const noticePoll = async (kyc: Kyc, { id, kycStatus }: Person) => {
  if (kycStatus === 'Verified') return
  const { db, now, outbox } = kyc
  const at = now()
  const looks = nextLooks.get(kyc) ?? new Map<string, number>()
  nextLooks.set(kyc, looks)
  if ((looks.get(id) ?? 0) > at.getTime()) return
  if (looks.size >= pollsKept) looks.clear()
  const pause = kyc.askAgainSeconds * 1000
  looks.set(id, at.getTime() + pause)
  const since = new Date(at.getTime() - pause)
  if (!(await store.isDue(db, id, since))) return
  await inTransaction(db, async (tx) => {
    if (await store.takeTurn(tx, id, since, at)) await outbox.send(tx, askProvider, { customer: id, comesAgain: true })
  })
}
