import { inTransaction } from '@ingot/db/transaction'
import { MessageRefused, type PaymentEvent } from '@ingot/providers/payments/port'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { HealthPart } from '../../feature.ts'
import { policy } from '../../policy.ts'
import type { SignedBody } from '../../signed-body.ts'
import * as store from './events-store.ts'
import type { Payments } from './payments.ts'
import { followOne } from './sent-jobs.ts'

/**
 * Writes a message down, once, and has its payment looked at. What is true is read from the processor then, so messages may come as
 * they like. What is about nothing of ours is kept, and nothing follows.
 */
const noteEvent = ({ db, now, outbox }: Payments, event: PaymentEvent): Promise<void> =>
  inTransaction(db, async (tx) => {
    const found = await store.findNamed(tx, event)
    if (!(await store.takeEvent(tx, event, found?.id ?? null, now())) || !found) return
    // It may be quicker than our own writing down of the page.
    const page = found.checkout === null && event.checkout !== null ? { checkout: event.checkout } : {}
    await outbox.send(tx, followOne, { payment: found.id, ...page })
  })

export const receiveMessage = async (payments: Payments, sent: SignedBody, from: Origin): Promise<void> =>
  noteEvent(payments, await readMessage(payments, sent, from))

/** Where there is no processor, no message is its. */
const readMessage = async ({ db, now, processor, log }: Payments, { bytes, headers }: SignedBody, from: Origin) => {
  if (!processor) throw new Failure('SignatureInvalid')
  try {
    return processor.readMessage(bytes, headers)
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error
    const { reason } = error
    await store.recordRefusal(db, from.address, reason, now())
    log.warn({ reason, address: from.address }, 'a message about cards was refused')
    throw new Failure(reason === 'content' ? 'InvalidInput' : 'SignatureInvalid')
  }
}

/** Reads what the processor has noted of late: messages that were lost are found there. */
export const readEvents = async (payments: Payments): Promise<void> => {
  const { processor, now } = payments
  if (!processor) return
  const since = new Date(now().getTime() - policy.paymentDates.eventsHours * 3600_000)
  for await (const event of processor.eventsSince(since)) await noteEvent(payments, event)
}

/** What refused messages mean, the worst first. Of what says nothing nobody has to know. */
const alarms: readonly [reason: MessageRefused['reason'], problem: string, advice: string][] = [
  [
    'mode',
    'messages of the card processor’s other mode were refused',
    'Test and live must never mix: look which key and which secret this installation has, and where the processor sends to.',
  ],
  [
    'account',
    'messages about another account of the card processor were refused',
    'Look at the processor’s own desk which accounts send here.',
  ],
  [
    'signature',
    'messages about cards were refused that are not the processor’s',
    'Somebody tries, or STRIPE_WEBHOOK_SECRET is not that of the address at the processor. The log has their address.',
  ],
  [
    'old',
    'messages about cards were refused that are too old',
    'Somebody sends old ones again, or the clock of this machine is wrong.',
  ],
]

const alarmMs = 24 * 3600_000

/** An alarm for a day after a message was refused. */
export const messagesHealth = async ({ db, now }: Pick<Payments, 'db' | 'now'>): Promise<HealthPart[]> => {
  const refused = await store.readRefused(db, new Date(now().getTime() - alarmMs))
  return alarms.flatMap(([reason, problem, advice]) => {
    const count = refused.find((each) => each.reason === reason)?.count
    return count ? [{ name: 'card-messages', ok: false, problem, advice: `${count} of late. ${advice}` }] : []
  })
}
