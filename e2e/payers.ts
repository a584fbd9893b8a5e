import { randomUUID } from 'node:crypto'
import type { Payment } from '@ingot/endpoints/payment-fields'
import { readPayment, startPayment } from '@ingot/endpoints/payments'
import { sandboxClient } from '@ingot/sandbox/client'
import { type Browser, expect, type Page } from '@playwright/test'
import { letTimePass } from './passing-time.ts'
import { stackOfRun } from './people.ts'
import { makeSender, type Sender } from './senders.ts'
import { callAs } from './traders.ts'

export const cardsOfRun = () => sandboxClient(stackOfRun.sandbox).cards

/** The numbers that card processors give for tests. */
export const cards = {
  pays: '4242 4242 4242 4242',
  secondStep: '4000 0025 0000 3155',
  fails: '4000 0000 0000 9995',
  failsLater: '4000 0000 0000 8880',
}

/** On a busy machine the processor's word takes its time. */
export const cardPatience = { timeout: 60_000 }

let made: Promise<Sender> | undefined

/** Somebody who pays by card, made once for the journeys that go one after the other, in a window of his own. */
export const openPayer = async (browser: Browser) => {
  made ??= makeSender(browser, 'payer')
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState: (await made).state })
  const page = await context.newPage()
  await page.goto('/test')
  return { context, page }
}

/** Makes a payment without the page: that is another journey. */
export const startAs = (page: Page, amount: string): Promise<Payment> =>
  callAs(page, 'POST', startPayment.path, { data: { amount }, headers: { 'idempotency-key': randomUUID() } })

export const paymentOf = (page: Page, id: string): Promise<Payment> =>
  callAs(page, 'GET', readPayment.path.replace(':id', id))

/** The processor's own word about a payment. */
export const chargeOf = async (id: string) => {
  const found = (await cardsOfRun().payments()).find(({ payment }) => payment === id)
  if (!found) throw new Error(`the processor does not know the payment ${id}`)
  return { session: found.session, intent: found.intent ?? '', disputes: found.disputes }
}

/** Paid without the processor's page. */
export const payAs = async (page: Page, amount: string): Promise<Payment> => {
  const { id } = await startAs(page, amount)
  await cardsOfRun().pay((await chargeOf(id)).session, { card: cards.pays })
  await expect.poll(async () => (await paymentOf(page, id)).state, cardPatience).toBe('Booked')
  return paymentOf(page, id)
}

/** The days in which grams are bound. */
export const letItClear = async (page: Page, id: string) => {
  await letTimePass('clearing of a payment', { of: id })
  await expect.poll(async () => (await paymentOf(page, id)).state, cardPatience).toBe('Cleared')
}

/** Types a card into the processor's page, with the keyboard alone. */
export const typeCard = async (page: Page, number: string) => {
  await page.getByLabel('Card number').focus()
  for (const text of [number, '09/31', '123', 'Ada Lovelace']) {
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
}
