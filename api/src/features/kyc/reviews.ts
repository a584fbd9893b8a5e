import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import { type DocumentState, KycRefused, type Review } from '@ingot/providers/kyc/port'
import { lockCustomer, readCustomer, saveResidence } from '../identity/store.ts'
import type { Kyc } from './kyc.ts'
import { kycMail } from './sent-jobs.ts'
import { followVerification } from './shown-names.ts'
import { isSubmitted, type KycStatus, pathBetween, statusAfter, wasLetIn } from './states.ts'
import * as store from './store.ts'
import { walletAddressOf } from './wallet-address.ts'

/** Asks the provider how far the customer's check is, and lets what follow from it that the table allows. */
export const askAbout = async (kyc: Kyc, customer: string) => {
  const { db, now, provider } = kyc
  const drawn = await store.drawRead(db, customer, now())
  if (!drawn) return
  const review = await provider.readReview(drawn.applicant_id)
  const documents = isSubmitted(review) ? await documentsOf(kyc, drawn.applicant_id) : null
  await applyReview(kyc, customer, { read: drawn.reads, review, documents })
  await finishApproval(kyc, customer)
}

/**
 * An operator wants somebody checked again who was let in: the provider forgets what it found, and so does the status. Done
 * twice, it would take from him what he has handed in since; so it is done only while he is in by what was known then.
 */
export const checkAgain = async (kyc: Kyc, customer: string, askedAt: Date) => {
  const { db, provider } = kyc
  const { kyc_status: status, kyc_since: since } = await readCustomer(db, customer)
  const applicant = await store.findApplicant(db, customer)
  if (!applicant || !wasLetIn(status) || since > askedAt) return
  await provider.reset(applicant.applicant_id)
  await askAbout(kyc, customer)
}

/** Good to have, and no reason to wait: the provider does not tell them of everyone. */
const documentsOf = ({ provider }: Kyc, applicantId: string): Promise<DocumentState[] | null> =>
  provider.readDocuments(applicantId).catch((error) => {
    if (error instanceof KycRefused) return null
    throw error
  })

type Answer = { read: string; review: Review; documents: DocumentState[] | null }

/** An answer that was asked for earlier than one that has counted already says nothing any more. */
const applyReview = async (kyc: Kyc, customer: string, { read, review, documents }: Answer) => {
  const { db, log, outbox, personalData } = kyc
  await inTransaction(db, async (tx) => {
    const { kyc_status: current, residence } = await lockCustomer(tx, customer)
    const applicant = await store.lockApplicant(tx, customer)
    if (!applicant || BigInt(applicant.applied_read) >= BigInt(read)) return
    if (applicant.is_final) {
      if (review.result?.answer !== 'RED')
        log.warn({ customer }, 'the provider changed a verification that was declined for good: a person has to look')
      return
    }
    const next = await nextStatus(tx, customer, current, review)
    const isFinal = next === 'Rejected' && review.result?.rejectType === 'FINAL'
    await store.saveReview(tx, customer, {
      read,
      submitted: isSubmitted(review),
      isFinal,
      review: personalData.seal(customer, 'review', review),
      documents: documents && personalData.seal(customer, 'documents', documents),
    })
    if (wasLetIn(next) && (residence === null || !wasLetIn(current))) await keepResidence(tx, kyc, customer)
    await move(tx, kyc, customer, current, next)
    if (next === 'Rejected' && (isFinal || current !== 'Rejected'))
      await outbox.send(tx, kycMail, { customer, outcome: isFinal ? 'declined' : 'again' })
  })
}

/** What was checked says where he lives. Kept beside the customer, since products are open or closed by it with every call. */
const keepResidence = async (tx: Tx, { now, personalData }: Kyc, customer: string) => {
  const personal = await store.findPersonal(tx, customer)
  if (!personal) return
  const read = { reader: 'api', customer, what: 'personal', why: 'to keep the country of residence' }
  await store.recordRead(tx, read, now())
  const { country } = personalData.open<PersonalInfo>(customer, 'personal', personal.sealed)
  await saveResidence(tx, customer, country)
}

/** Documents alone do not make anybody Pending: the personal information has to be there as well. */
const nextStatus = async (tx: Tx, customer: string, current: KycStatus, review: Review) => {
  if (current === 'Not Verified' && !(await store.findPersonal(tx, customer))) return current
  return statusAfter(current, review)
}

const move = async (tx: Tx, kyc: Kyc, customer: string, current: KycStatus, next: KycStatus) => {
  let from = current
  for (const to of pathBetween(current, next)) {
    await store.moveStatus(tx, customer, { from, to, cause: 'provider', at: kyc.now() })
    from = to
  }
  if (current === 'Verified' && next !== 'Verified') await followVerification(tx, kyc, customer)
}

/** Who is Approved becomes Verified once the wallet address is recorded. Without a chain there is none to record. */
export const finishApproval = async (kyc: Kyc, customer: string) => {
  const { db, now, outbox, wallets, log } = kyc
  if (!wallets) return
  await inTransaction(db, async (tx) => {
    const { kyc_status: status, wallet_salt: salt } = await lockCustomer(tx, customer)
    if (status !== 'Approved') return
    const address = walletAddressOf(wallets, salt)
    const recorded = await store.recordWallet(tx, customer, address, now())
    // Money may already lie at the recorded address: another one would be a mistake in the settings, and is not taken.
    if (recorded !== address) {
      log.error({ customer }, 'another wallet address is recorded than CHAIN_SETTLEMENT and its implementation give')
      return
    }
    await store.moveStatus(tx, customer, { from: 'Approved', to: 'Verified', cause: 'wallet', at: now() })
    await followVerification(tx, kyc, customer)
    await outbox.send(tx, kycMail, { customer, outcome: 'verified' })
  })
}
