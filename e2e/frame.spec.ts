import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, listenForComplaints, settle } from './page-checks.ts'
import { newPerson, registerPerson, signIn, stackOfRun } from './people.ts'
import { openAs } from './shell-people.ts'

// What moves is asked about here.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the header stays on a phone, and what is jumped to is not under it', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor', { width: 390, height: 800, reducedMotion: 'reduce' })
  await page.goto('/term-conditions')
  const last = page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last()
  await last.click()
  await settle(page)
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  const bottom = await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect())
  expect(bottom.top).toBe(0)
  const target = page.locator((await last.getAttribute('href')) ?? '')
  expect((await target.boundingBox())?.y).toBeGreaterThanOrEqual(bottom.bottom)
  await page.setViewportSize({ width: 800, height: 390 })
  await expect(page.getByRole('link', { name: 'Log in' })).not.toBeInViewport()
  await context.close()
})

test('a phone turned while one page takes the place of another makes no error', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor', { width: 390, height: 800 })
  const expectNoComplaints = listenForComplaints(page)
  await page.exposeFunction('turnPhone', () => page.setViewportSize({ width: 800, height: 390 }))
  await page.goto('/signin')
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) =>
      start(async () => {
        await (window as unknown as { turnPhone: () => Promise<void> }).turnPhone()
        if (typeof update === 'function') await update()
      })
  })
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot password')
  expect(page.viewportSize()?.width).toBe(800)
  await settle(page)
  expectNoComplaints()
  await context.close()
})

test('an open wallet does not cover the next page, and comes back with a reload', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'verified')
  const wallet = page.getByRole('dialog', { name: 'Wallet' })
  await page.goto('/test')
  await page.getByRole('button', { name: 'Open Wallet' }).click()
  await expect(wallet).toBeVisible()
  await page.reload()
  await expect(wallet).toBeVisible()
  await page.goto('/transactions')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transactions')
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await settle(page)
  await expect(wallet).toHaveCount(0)
  await context.close()
})

test('a minute before the idle log-out both tabs say so, and staying in one keeps both', async ({ context }) => {
  const person = await registerPerson(stackOfRun, newPerson('stays'))
  await context.clock.install()
  const [one, two] = [await context.newPage(), await context.newPage()]
  const expectNoComplaints = listenForComplaints(one)
  const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })
  await signIn(one, person)
  await expect(one).toHaveURL('/Registration/security')
  await two.goto('/Registration/security')
  await expect(two.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await context.clock.fastForward('14:10')
  for (const page of [one, two])
    await expect(warning(page)).toContainText(/you will be logged out in (?:[1-4]\d|50) seconds/)
  await expectAccessible(one)
  await expect(warning(one).getByRole('button', { name: 'Stay logged in' })).toBeFocused()
  const told = one.waitForRequest('**/api/session/activity')
  await one.keyboard.press('Enter')
  await told
  await expect(warning(one)).toBeHidden()
  await expect(warning(two)).toBeHidden()
  await context.clock.fastForward('02:00')
  for (const page of [one, two]) await expect(page).toHaveURL('/Registration/security')
  expectNoComplaints()
})
