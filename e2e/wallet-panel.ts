import { type Browser, expect, type Page } from '@playwright/test'
import { stackOfRun } from './people.ts'
import { theSender, transfersOf } from './senders.ts'

// The wallet panel as a customer's hand and eye know it.

// A page that asks for little itself.
export const quietPage = '/test'

export const openAsSender = async (
  browser: Browser,
  address = quietPage,
  /** What has to be there before the first page is. */
  begin: (page: Page) => Promise<unknown> = async () => undefined,
) => {
  const sender = await theSender(browser)
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState: sender.state })
  const page = await context.newPage()
  await begin(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return { context, page, sender }
}

export const walletButton = (page: Page) => page.getByRole('button', { name: /^Wallet 0x/ })
export const panel = (page: Page) => page.getByRole('dialog', { name: 'Wallet' })
export const view = (page: Page, name: string) => panel(page).getByRole('tab', { name })
export const success = (page: Page) => page.getByRole('dialog', { name: 'Transaction Successful' })
export const processing = (page: Page) => page.getByRole('dialog', { name: 'Processing your transaction' })
export const setAside = (page: Page) => page.getByRole('dialog', { name: 'Transfer scheduled' })
export const sendButton = (page: Page, asset = 'USDT') => page.getByRole('button', { name: `Send ${asset}` })

export const openWallet = async (page: Page, name = 'Assets') => {
  await walletButton(page).click()
  await expect(panel(page)).toBeVisible()
  await view(page, name).click()
}

export const close = (page: Page) => page.getByRole('button', { name: 'Close' }).click()

/** Fills the form of the panel and waits for the quote of exactly that. */
export const fill = async (page: Page, receiver: string, amount: string) => {
  await panel(page).getByLabel('Address or username').fill(receiver)
  await panel(page).getByLabel('Amount', { exact: true }).fill(amount)
  await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'false')
}

export const isDone = (page: Page) => expect(success(page)).toBeVisible({ timeout: 60_000 })

export const countOf = async (page: Page) => (await transfersOf(page)).length

/** Every transfer that this page sends, by the key it names it with. */
export const listenForKeys = (page: Page) => {
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/transfer')) keys.push(request.headers()['idempotency-key'])
  })
  return keys
}
