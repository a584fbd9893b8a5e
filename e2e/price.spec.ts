import { expect, type Locator, test } from '@playwright/test'
import { showMarket } from './market.ts'
import { listenForComplaints, settle } from './page-checks.ts'

/** The gold line. Hidden from screen readers, which have the slider and the table. */
const chartIn = (card: Locator) => card.locator('svg[viewBox="0 0 1000 1000"]')

test('a visitor sees the price with its chart and is led to sign up', async ({ page }) => {
  const expectNoComplaints = listenForComplaints(page)
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Fine gold' })
  await expect(card).toContainText('USD per gram')
  await card.scrollIntoViewIfNeeded()
  await expect(chartIn(card)).toBeVisible()
  await expect(card.getByRole('table')).toBeAttached()
  const year = page.waitForResponse((answer) => answer.url().endsWith('/api/price/history?range=1Y'))
  await card.getByText('1Y', { exact: true }).click()
  expect((await (await year).json()).data.candles.length).toBeGreaterThan(100)
  await expect(card.getByRole('table', { name: 'Price of one gram of fine gold, 1Y' })).toBeAttached()
  expectNoComplaints()
  await card.getByRole('link', { name: 'Buy or sell at this price' }).click()
  await expect(page).toHaveURL('/signup')
})

test('the price under the pointer, or by arrow keys, stands in the header', async ({ page }) => {
  // A closed market says there when it opens.
  await showMarket(page, 'open')
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Fine gold' })
  const chart = chartIn(card)
  await chart.scrollIntoViewIfNeeded()
  await expect(card.getByText('USD per troy ounce')).toBeVisible()
  const box = await chart.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 60)
  await expect(card.locator('header time')).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(card.getByText('USD per troy ounce')).toBeVisible()
  const slider = card.getByRole('slider', { name: 'Price at a time' })
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  const said = await slider.getAttribute('aria-valuetext')
  await expect(card.locator('header')).toContainText(said?.split(' ')[0] ?? '—')
  await expect(card.locator('header time')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(card.getByText('USD per troy ounce')).toBeVisible()
})

test('the chart fits the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/')
  await expect(chartIn(page.getByRole('region', { name: 'Fine gold' }))).toBeVisible()
  await settle(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
