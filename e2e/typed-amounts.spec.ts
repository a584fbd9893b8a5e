import { expect, test } from '@playwright/test'
import { stackOfRun } from './people.ts'
import { balanceOf, traderState } from './traders.ts'

// The trader is registered, verified and paid before the first amount is typed.
test.describe.configure({ timeout: 240_000 })

test('amounts are typed as people write them, and the longest fits on a phone', async ({ browser }) => {
  const storageState = await traderState(browser)
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState, viewport })
  const page = await context.newPage()
  await page.goto('/')
  const payField = page.getByLabel('You pay', { exact: true })
  const quote = page.waitForResponse((answer) => answer.url().endsWith('/api/quotes'))
  await payField.fill('1,000.50')
  expect((await (await quote).json()).data.pay.amount).toBe('1000.5')
  await expect(payField).toHaveValue('1,000.50')
  await page.getByRole('button', { name: 'Max' }).click()
  await expect(payField).toHaveValue(/^[\d,]+\.\d\d$/)
  await expect(payField).toHaveAttribute('title', `${await balanceOf(page, 'USDT')} USDT`)
  for (const text of ['99,999,999,999,999,999,999.999999999999999999', '99999999999999999999.999999999999999999']) {
    await payField.fill(text)
    const hidden = await payField.evaluate((field) => field.scrollWidth - field.clientWidth)
    expect(hidden).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
  await context.close()
})
