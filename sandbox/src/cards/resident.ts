import { join } from 'node:path'
import { type FaultOffers, openFaultDesk } from '../frame/faults.ts'
import type { Resident } from '../frame/resident.ts'
import { openJsonFolder } from '../kyc/json-folder.ts'
import { usingSetting } from '../settings.ts'
import { addCheckoutPages } from './checkout-pages.ts'
import { addDeskApi } from './desk-api.ts'
import { addDeskPages } from './desk-pages.ts'
import { type CardPayment, leftCents, showCents } from './payment.ts'
import { type DeskState, openProcessor } from './processor.ts'
import { addProtocol } from './protocol.ts'
import { openRegister } from './register.ts'
import type { CardSettings } from './settings.ts'
import { openWebhooks, type Webhooks } from './webhooks.ts'

const OFFERS: FaultOffers = {
  slow: 'A request is answered only after the delay, a message is sent late by it.',
  refuse: 'No request is done. Temporary answers 503, so the portal may try again; permanent answers 403.',
  drop: 'A request is cut off before anything is done.',
  lose: 'A request is done and cut off without an answer, a message is never sent.',
  twice: 'A message is sent twice.',
  disorder: 'A message waits until the next one has overtaken it.',
}

const SUBJECTS = ['request', 'webhook']
/** How often it is looked whether a page expires, or a card pays that pays later. */
const TICK_MS = 1_000

export const openCards = async (given: { data: string; cards: CardSettings; now?(): number }): Promise<Resident> => {
  const { data, cards: settings, now = Date.now } = given
  const folder = <T>(name: string) => usingSetting(`SANDBOX_DATA ${data}`, openJsonFolder<T>(join(data, 'cards', name)))
  const payments = await folder<CardPayment>('payments')
  const desks = await folder<DeskState>('desk')
  const faults = openFaultDesk(OFFERS, SUBJECTS)
  const stopping = new AbortController()
  const register = openRegister(payments)
  const processor = openProcessor({ register, desks, webhooks: () => webhooks, settings, now })
  const urlNow = (): string => processor.desk().webhookUrl ?? settings.webhookUrl
  const webhooks: Webhooks = openWebhooks({ register, settings, urlNow, faults, now })
  const warn = (error: Error): void => void process.stderr.write(`cards: ${error.message}\n`)
  const ticking = setInterval(() => processor.tick().catch(warn), TICK_MS).unref()
  const total = (isLive: boolean): string => {
    const own = register.list().filter((payment) => payment.isLive === isLive)
    return `${showCents(own.reduce((sum, payment) => sum + leftCents(payment), 0))} USD`
  }
  return {
    name: 'cards',
    title: 'Card processor',
    purpose:
      'Takes customers’ cards at a page of its own, keeps the dollars, and is asked for them back by cardholders.',
    facts: () => [
      { label: 'Protocol', value: 'Stripe’s API at /v1' },
      { label: 'Payments', value: String(register.list().length) },
      { label: 'Test and live dollars', value: `${total(false)}, ${total(true)}` },
      { label: 'Messages on their way', value: String(webhooks.waiting().length) },
    ],
    pages: [{ path: '/cards', title: 'Open the processor’s desk' }],
    faults,
    addRoutes(server, pages) {
      addProtocol(server, { processor, settings, faults, stopping: stopping.signal, now })
      addDeskApi(server, processor, webhooks)
      addCheckoutPages(server, processor, settings, now)
      addDeskPages(server, processor, webhooks, pages)
    },
    async stop() {
      stopping.abort()
      clearInterval(ticking)
      await webhooks.stop()
      await register.over()
      await Promise.all([payments.close(), desks.close()])
    },
  }
}
