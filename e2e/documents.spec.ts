import { readFile } from 'node:fs/promises'
import { listMovements } from '@ingot/endpoints/wallet'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { registerPerson, stackOfRun } from './people.ts'
import { buyUsdau } from './senders.ts'
import { callAs, traderState } from './traders.ts'
import { stateOf } from './verified-people.ts'

// It also registers, verifies and funds its trader, with a real deposit.
test.describe.configure({ timeout: 240_000 })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const article = (page: Page) => page.getByRole('article')
/** Below them are the terms that were accepted, which lead nowhere. */
const rows = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })

const download = async (page: Page, button: string) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a trade has a receipt, a month has a statement; both are shown, downloaded and kept, and nobody else finds them', async ({
  browser,
}) => {
  const storageState = await traderState(browser)
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState })
  const page = await context.newPage()
  await page.goto('/test')
  await buyUsdau(page, '250')
  const newest = async () => (await callAs(page, 'GET', `${listMovements.path}?type=buy`))[0]
  // Until then its receipt says that it is on its way, and another one takes its place when it has arrived.
  await expect.poll(async () => (await newest()).state, { timeout: 90_000 }).toBe('confirmed')
  const trade = await newest()

  const expectNoComplaints = listenForComplaints(page)
  await page.goto(`/transactions/buy/${trade.number}`)
  await page.getByRole('button', { name: 'Receipt (PDF)' }).click()
  await expect(page).toHaveURL(/\/pdf\?document=[0-9a-f-]{36}$/)
  await expect(heading(page)).toHaveText(/Receipt/)
  await expect(article(page)).toContainText(trade.incoming[0].amount)
  const address = page.url()
  const number =
    (await page
      .getByText(/^[A-Z]{2}-\d{4}-\d{6,}$/)
      .first()
      .textContent()) ?? ''
  const shown = page.locator('iframe')
  await expect(shown).toHaveAttribute('src', /^blob:/)
  await expect(shown).toHaveAttribute('title', `${number} as a PDF`)

  const first = await download(page, 'Download PDF')
  expect(first.name).toBe(`${number}.pdf`)
  expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await page.reload()
  expect((await download(page, 'Download PDF')).bytes.equals(first.bytes)).toBe(true)

  // Asked for again, it is the same one.
  await page.goto(`/transaction-details/${trade.id}/buy`)
  await page.getByRole('button', { name: 'Receipt (PDF)' }).click()
  await expect(page).toHaveURL(address)

  await page.setViewportSize({ width: 390, height: 800 })
  await expect(article(page)).toContainText(trade.incoming[0].amount)
  await expect(shown).toHaveCount(0)
  await settle(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessibleInBothSchemes(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(article(page)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/documents')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(number)
  await page.getByRole('button', { name: 'This month' }).click()
  await page.getByRole('button', { name: 'Get document' }).click()
  await expect(heading(page)).toHaveText('Account statement')
  await expect(article(page)).toContainText(trade.incoming[0].amount)
  const table = await download(page, 'Download CSV')
  expect(table.name).toMatch(/^[A-Z]{2}-\d{4}-\d{6,}\.csv$/)
  expect(table.bytes.toString()).toContain(trade.incoming[0].amount)
  await page.goto('/documents?kind=receipt')
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('link').click()
  await expect(page).toHaveURL(address)
  expectNoComplaints()
  await context.close()

  const stranger = await browser.newContext({
    baseURL: stackOfRun.portal,
    storageState: await stateOf(browser, stackOfRun.portal, await registerPerson(stackOfRun)),
  })
  const other = await stranger.newPage()
  await other.goto(address)
  await expect(other.getByText('We could not find this document')).toBeVisible()
  await stranger.close()
})
