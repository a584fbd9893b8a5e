import { readAnswers } from '@ingot/endpoints/support'
import { expect, test } from '@playwright/test'
import { hasPage } from '../web/src/app/route-table.ts'
import { expectAccessibleInBothSchemes, listenForComplaints } from './page-checks.ts'

test('a visitor searches the Support Center without a connection, opens an answer and shares its link', async ({
  page,
  context,
}) => {
  const expectNoComplaints = listenForComplaints(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/support')
  await expect(page.getByRole('heading', { level: 1, name: 'Support Center' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 })).not.toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  // By keyboard alone.
  await page.getByRole('searchbox', { name: 'Search the answers' }).focus()
  await page.keyboard.type('minium plan instalmnt')
  const found = page.getByRole('region', { name: 'What was found' })
  const plan = found.locator('details', { hasText: 'How does a savings plan work?' })
  await expect(plan).toBeVisible()
  await plan.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(plan).toContainText('from 10 USD to 5,000 USD each time')
  await plan.getByRole('button', { name: 'Copy link' }).click()
  await expect(plan.getByText('Link copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await context.setOffline(false)
  expectNoComplaints()

  const other = await context.newPage()
  await other.goto(link)
  const shared = other.locator('details[open]')
  await expect(shared).toHaveCount(1)
  await expect(shared).toContainText('How does a savings plan work?')
  await expect(shared).toBeInViewport()
  await expect(shared.locator('summary')).toBeFocused()
  await expectAccessibleInBothSchemes(other)
})

test('every answer leads to a page that is there', async ({ request }) => {
  const { data } = readAnswers.reply.parse(await (await request.get('/api/support/answers')).json())
  const named = data.flatMap(({ questions }) => questions.flatMap(({ page }) => page?.to ?? []))
  expect(named.length).toBeGreaterThan(20)
  // The page to write to us at is another feature's, and a link to it is not shown until it is there.
  expect(named.filter((to) => !hasPage(to) && to !== '/contact-us')).toEqual([])
})
