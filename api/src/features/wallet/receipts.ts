import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { IssuedDocument, makeReceipt } from '@ingot/endpoints/documents'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { movementById, stateOf } from '@ingot/ledger/movement'
import type { Origin, Person } from '../../bind.ts'
import { issueDocument, refuseUnknownZone, reverseDocuments } from '../../documents/engine.ts'
import { stopWatching, type Watched } from '../../documents/watching-store.ts'
import { holderOf } from '../kyc/holder.ts'
import type { Kyc } from '../kyc/kyc.ts'
import { readOwn } from './movements.ts'
import { receiptDataOf, receiptDocument } from './receipt-document.ts'
import type { Wallet } from './wallet.ts'

const cameBack = 'the chain refused it, and it came back'

/** One that came back has a receipt of its own that says so: what was issued before tells of something that was undone. */
const subjectOf = (movement: string, isReturned: boolean) => (isReturned ? `${movement} returned` : movement)

/**
 * While a movement is on its way its receipt says so and names no transaction. Once it is final, whoever asks again gets one that
 * does, in the place of the first.
 */
export const issueReceipt = async (
  wallet: Wallet,
  kyc: Kyc,
  person: Person,
  { movement: code, zone, paper }: BodyOf<typeof makeReceipt>,
  from: Origin,
): Promise<IssuedDocument> => {
  const { db, limits } = wallet.identity
  await limits.take('document', person.id, from.address)
  refuseUnknownZone(zone)
  const movement = await readOwn(wallet, person, code)
  const data = receiptDataOf(movement, await holderOf(db, kyc, person.id))
  const [customer, isReturned] = [person.id, data.outcome === 'returned']
  const subject = subjectOf(movement.id, isReturned)
  return inTransaction(db, async (tx) => {
    if (isReturned) await reverseDocuments(kyc, tx, { customer, subject: movement.id }, { by: 'chain', why: cameBack })
    const mayComeBack = data.outcome === null
    return issueDocument(kyc, tx, receiptDocument, { customer, subject, data, zone, paper, mayComeBack })
  })
}

/** Looks after a receipt that was issued while its movement was on its way. */
export const followReceipt = async (db: Db, now: () => Date, { id, customer, subject }: Watched) => {
  const movement = await movementById(db, subject)
  const state = movement && stateOf(movement)
  if (state === 'queued' || state === 'sent') return
  if (state === 'returned')
    await inTransaction(db, (tx) =>
      reverseDocuments({ now }, tx, { customer, subject }, { by: 'chain', why: cameBack }),
    )
  await stopWatching(db, id)
}
