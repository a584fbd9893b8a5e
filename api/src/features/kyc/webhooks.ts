import { inTransaction } from '@ingot/db/transaction'
import { type KycWebhook, WebhookRefused } from '@ingot/providers/kyc/port'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { SignedBody } from '../../signed-body.ts'
import type { Kyc } from './kyc.ts'
import { askProvider } from './sent-jobs.ts'
import * as store from './store.ts'

/** A message only says that something changed: what is true now is asked by a job, and messages may come as they like. */
export const receiveWebhook = async (kyc: Kyc, { bytes, headers }: SignedBody, from: Origin) => {
  const { db, now, outbox } = kyc
  const message = await readMessage(kyc, { bytes, headers }, from)
  await inTransaction(db, async (tx) => {
    if (!(await store.takeWebhook(tx, message, now()))) return
    const customer = await store.findCustomerOfApplicant(tx, message.applicantId)
    if (customer) await outbox.send(tx, askProvider, { customer })
  })
}

const readMessage = async ({ db, now, provider, log }: Kyc, sent: SignedBody, from: Origin): Promise<KycWebhook> => {
  try {
    return provider.readWebhook(sent.bytes, sent.headers)
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error
    if (error.reason === 'content') throw new Failure('InvalidInput')
    await store.recordRefusal(db, from.address, error.reason, now())
    log.warn({ reason: error.reason, address: from.address }, 'a message was refused that is not the provider’s')
    throw new Failure('SignatureInvalid')
  }
}
