import { createHmac } from 'node:crypto'
import type { CardEvent, CardPayment } from './payment.ts'
import { eventJson } from './shapes.ts'

const ANSWER_LIMIT_MS = 5_000

/** As the processor signs: the moment and the bytes together. */
const signatureOf = (secret: string, body: string, atMs: number): string => {
  const at = Math.floor(atMs / 1_000)
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

/** Takes a message to its address, and says whether it was taken. */
export const openPostman =
  (secret: string, stopping: AbortSignal, now: () => number) =>
  async (url: string, payment: CardPayment, event: CardEvent): Promise<boolean> => {
    const body = JSON.stringify(eventJson(payment, event))
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(secret, body, now()),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    }).catch(() => null)
    await response?.arrayBuffer().catch(() => undefined)
    return response?.ok ?? false
  }
