import { expect, test } from '@playwright/test'
import { routeTable } from '../web/src/app/route-table.ts'
import { expectAccessible, listenForComplaints, settle } from './page-checks.ts'

test('no text becomes markup or a script on a page, whoever sets it', async ({ page }) => {
  await page.goto('/')
  const attempts = await page.evaluate(() => {
    const refuses = (attempt: () => unknown) => {
      try {
        attempt()
        return false
      } catch (error) {
        return error instanceof TypeError
      }
    }
    const div = document.createElement('div')
    return {
      markup: refuses(() => Object.assign(div, { innerHTML: '<img src="x" onerror="alert(1)">' })),
      script: refuses(() => Object.assign(document.createElement('script'), { src: '/assets/other.js' })),
      policy: refuses(() => Reflect.get(window, 'trustedTypes').createPolicy('another', {})),
      styleSheet: refuses(() => Object.assign(document.createElement('style'), { innerHTML: 'a{color:red}' })),
    }
  })
  expect(attempts).toEqual({ markup: true, script: true, policy: true, styleSheet: false })
})

test('the API’s page for people is accessible', async ({ page }) => {
  const expectNoComplaints = listenForComplaints(page)
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API of Ingot')
  // All calls are set alike, and some of each kind show it; looking at every line of every schema takes half a minute.
  await page.evaluate((kept) => {
    for (const section of [...document.querySelectorAll('section')].slice(kept)) section.remove()
    for (const call of [...document.querySelectorAll('nav li')].slice(kept)) call.remove()
  }, 30)
  await expectAccessible(page)
  expectNoComplaints()
})

test('an unknown address waits 1.5 seconds, then says so and leads home', async ({ page }) => {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.goto('/no-such-page')
  await expect(page.getByText('Waiting..', { exact: true })).toBeVisible()
  await page.clock.runFor(1499)
  await expect(page.getByText('404', { exact: true })).toBeHidden()
  await page.clock.runFor(1)
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await expect(page.getByText('Page Not Found', { exact: true })).toBeVisible()
  await expect(page.getByText('Waiting..', { exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'Back to Homepage' }).click()
  await expect(page).toHaveURL('/')
})

test('an unknown address is a 404 for machines too, a known one is not', async ({ request }) => {
  expect((await request.get('/no-such-page')).status()).toBe(404)
  for (const { sample, path } of routeTable) if (path !== '*') expect((await request.get(sample)).status()).toBe(200)
  expect((await request.get('/TERM-conditions/')).status()).toBe(200)
})

test('the terms come from the database, and a failed read can be tried again', async ({ page }) => {
  await page.route('**/api/texts/*', (route) => route.abort(), { times: 10 })
  await page.goto('/term-conditions')
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/texts/*')
  await retry.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions')
  await expect(page.getByText('Version 2.0, in force from')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Taking gold out' })).toBeVisible()
})

test('the keyboard alone goes from the top to the content and on to the terms', async ({ page }) => {
  await page.goto('/')
  await settle(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: /skip/i })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  const terms = page.getByRole('main').getByRole('link', { name: /terms/i })
  for (let n = 0; n < 30 && !(await terms.evaluate((link) => link === document.activeElement)); n++)
    await page.keyboard.press('Tab')
  await expect(terms).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/term-conditions')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions')
})

test('the colour scheme follows the device, can be switched, and is remembered', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ colorScheme: 'dark', ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  await page.goto('/')
  expect(await scheme()).toBe('dark')
  await page
    .getByRole('button', { name: /colour|color|light|scheme/i })
    .first()
    .click()
  await expect.poll(scheme).toBe('light')
  await page.reload()
  expect(await scheme()).toBe('light')
  await context.close()
})
