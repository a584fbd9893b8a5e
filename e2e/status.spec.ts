import { expect, type Page, test } from '@playwright/test'
import { openOperator } from './operators.ts'
import { expectAccessibleInBothSchemes, listenForComplaints } from './page-checks.ts'
import { stackOfRun } from './people.ts'

const told = { timeout: 90_000 }

/** The line on every page, as the browser shows it once the page is opened. */
const lineOf = (page: Page) => page.getByRole('status').filter({ hasText: 'System status' })

/** Until what the server and the browser kept is no longer kept. */
const openUntil = async (page: Page, address: string, holds: () => Promise<void>) =>
  expect(async () => {
    await page.goto(address)
    await holds()
  }).toPass(told)

test('an incident that an operator writes is a line on every page and stands on /status, until it is resolved', async ({
  browser,
}) => {
  const operator = await openOperator(browser, ['Support'])
  const context = await browser.newContext({ baseURL: stackOfRun.portal })
  const page = await context.newPage()
  const expectNoComplaints = listenForComplaints(page)
  const title = `Payouts are late today ${Date.now()}`

  const desk = operator.page
  await desk.goto('/operator/incidents')
  await desk.getByRole('button', { name: 'Tell of an incident' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Tell of an incident' })
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Bank transfers and payouts').check()
  await dialog.getByLabel('What customers should know').fill('The bank works again tomorrow.')
  await operator.prove(dialog)
  await dialog.getByRole('button', { name: 'Tell everybody' }).click()
  await expect(dialog).toBeHidden()
  const item = desk.getByRole('listitem').filter({ has: desk.getByRole('heading', { name: title }) })
  await expect(item).toContainText('Investigating')
  await expectAccessibleInBothSchemes(desk)

  await openUntil(page, '/', () => expect(lineOf(page)).toContainText(title, { timeout: 3_000 }))
  await lineOf(page).getByRole('link', { name: 'System status' }).click()
  await expect(page).toHaveURL('/status')
  const now = page.getByRole('region', { name: 'What does not work' })
  await expect(now.getByRole('listitem').filter({ hasText: title })).toContainText('The bank works again tomorrow.')
  await expect(page.getByRole('region', { name: 'Parts' })).toContainText('Bank transfers and payoutsDisturbed')
  await expectAccessibleInBothSchemes(page)

  // Dismissed, it stays away on every page, and is told of on this one.
  await lineOf(page).getByRole('button', { name: 'Dismiss' }).click()
  await page.goto('/signin')
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(title)).toHaveCount(0)

  await item.getByRole('button', { name: `Update ${title}` }).click()
  const update = desk.getByRole('dialog', { name: `Update: ${title}` })
  await update.getByText('Resolved').click()
  await update.getByLabel('What customers should know').fill('All payouts have left.')
  await operator.prove(update)
  await update.getByRole('button', { name: 'Tell everybody' }).click()
  await expect(update).toBeHidden()
  await expect(item.getByRole('button', { name: /^Update/ })).toHaveCount(0)
  await openUntil(page, '/status', async () => {
    await expect(page.getByRole('region', { name: /^The last/ })).toContainText(title, { timeout: 3_000 })
    await expect(page.getByRole('region', { name: /^The last/ })).toContainText('All payouts have left.')
  })
  const other = await (await browser.newContext({ baseURL: stackOfRun.portal })).newPage()
  await other.goto('/')
  await other.waitForLoadState('networkidle')
  await expect(other.getByText(title)).toHaveCount(0)
  expectNoComplaints()
  operator.expectNoComplaints()
  for (const each of [context, desk.context(), other.context()]) await each.close()
})
