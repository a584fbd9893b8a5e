import { expect, type Page, test } from '@playwright/test'
import {
  confirm,
  downloadShown,
  endButton,
  expectGenuine,
  nextQuote,
  payField,
  pinDialog,
  success,
} from './bookings.ts'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { bookGae, buyQmgt, endEveryGae, holdingsOf, openAsSaver } from './savers.ts'
import { balanceOf, traderPin } from './traders.ts'

// The first test of a worker also registers, verifies and funds its customer, with a real deposit.
test.describe.configure({ timeout: 240_000 })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const bookButton = (page: Page) => page.getByRole('button', { name: 'Book GAE', exact: true })
const figures = (page: Page, of: string) => page.locator('dl', { hasText: of })

const half = (amount: string): string => (Math.floor(Number(amount) * 50) / 100).toFixed(2)

test('gold is booked, its note is genuine, more is added, and half of it ends in USDAU with a summary', async ({
  browser,
}) => {
  const { context, page } = await openAsSaver(browser)
  const expectNoComplaints = listenForComplaints(page)
  await page.goto('/GAE/Purchase')
  await expect(heading(page)).toHaveText('Save in GAE')
  const quote = await nextQuote(page, () => payField(page).fill('400'))
  await expect(figures(page, 'Price of 1 gram')).toContainText('Fee')
  await confirm(page, bookButton(page))
  const booked = page.getByRole('region', { name: 'Your gold is booked' })
  await expect(booked).toContainText('400.00 USDT')
  const [first] = await holdingsOf(page, '?product=GAE')
  expect(first).toMatchObject({ units: quote.receive.amount, cost: '400', state: 'Active' })

  await booked.getByRole('link', { name: 'Open the booking note' }).click()
  await expect(heading(page)).toHaveText('Booking note')
  const note = await downloadShown(page)
  expect(note.number).toBe(first?.note?.number)
  await expectGenuine(page, note)

  await page.goto('/purchase-gae-extra')
  await expect(heading(page)).toHaveText('Add to your GAE')
  await nextQuote(page, () => page.getByLabel('Grams you receive', { exact: true }).fill('0.5'))
  await confirm(page, page.getByRole('button', { name: 'Book GAE Extra', exact: true }))
  expect(await holdingsOf(page, '?product=GAEX')).toMatchObject([{ units: '0.5', state: 'Active' }])

  await page.goto('/transactions-gae')
  await page
    .getByRole('link', { name: new RegExp(`GAE ${first?.number}\\b`) })
    .first()
    .click()
  await page.getByRole('link', { name: 'End this holding' }).click()
  await expect(heading(page)).toHaveText('End a holding')
  await page.getByRole('radio', { name: 'Part', exact: true }).check()
  await page.getByRole('radio', { name: 'USDAU' }).check()
  const units = half(first?.units ?? '0')
  const [before, ended] = [
    await balanceOf(page, 'USDAU'),
    await nextQuote(page, () => page.getByLabel('Grams to end', { exact: true }).fill(units)),
  ]
  expect(ended).toMatchObject({ pay: { asset: 'GAE' }, receive: { asset: 'USDAU' } })
  await expect(figures(page, 'You receive')).toContainText('Fee')
  await confirm(page, endButton(page))
  await expect(page).toHaveURL(/\/termination-summary\/[0-9a-f-]{36}$/)
  await expect(heading(page)).toHaveText('Termination of GAE')
  expect(before).toBe('0')
  expect(await balanceOf(page, 'USDAU')).toBe(ended.receive.amount)

  await page.getByRole('link', { name: 'Termination note (PDF)' }).click()
  await expect(heading(page)).toHaveText('Termination note')
  await expectGenuine(page, await downloadShown(page))
  await page.goto('/transactions-gae')
  await expect(page.getByRole('listitem').filter({ hasText: 'Partially terminated' }).first()).toBeVisible()
  expectNoComplaints()
  await context.close()
})

test('QMGT becomes GCA and comes back, and the explorer shows that it was burnt', async ({ browser }) => {
  const { context, page } = await openAsSaver(browser)
  await buyQmgt(page, '2')
  await page.goto('/transactions-convert')
  const quote = await nextQuote(page, () => page.getByLabel('You convert', { exact: true }).fill('1.5'))
  await confirm(page, page.getByRole('button', { name: 'Convert to GCA' }))
  expect(await balanceOf(page, 'GCA')).toBe(quote.receive.amount)
  await page.getByRole('region', { name: 'Your gold is booked' }).getByRole('link', { name: 'See the holding' }).click()
  await page.getByRole('link', { name: 'End this holding' }).click()
  await expect(page.getByRole('radio', { name: 'Everything' })).toBeChecked()
  await nextQuote(page, () => page.getByRole('radio', { name: 'QMGT' }).check())
  const explorer = await confirm(page, endButton(page))
  await expect(heading(page)).toHaveText('Termination of Gold Convert')
  expect(await balanceOf(page, 'GCA')).toBe('0')
  await page.goto(explorer)
  await expect(heading(page)).toHaveText('Transaction')
  const burnt = page.getByRole('listitem').filter({ hasText: `${quote.receive.amount} GCA` })
  await expect(burnt.filter({ hasText: 'to nobody' }).first()).toBeVisible()
  await context.close()
})

test('oldest first ends three holdings in their order, each shown before the PIN and after', async ({ browser }) => {
  const { context, page } = await openAsSaver(browser, { reducedMotion: 'reduce' })
  await endEveryGae(page)
  for (const grams of ['1', '2', '3']) await bookGae(page, grams)
  const lots = (await holdingsOf(page, '?product=GAE&endable=true')).toReversed()
  await page.goto('/termination?product=GAE')
  await expect(page.getByLabel('Holding', { exact: true })).toContainText('Oldest first · 3 holdings · 6')
  await nextQuote(page, () => page.getByLabel('Grams to end', { exact: true }).fill('4.5'))
  const parts = page.getByRole('list', { name: '3 holdings, oldest first' }).getByRole('listitem')
  const expectParts = async () => {
    await expect(parts).toHaveCount(3)
    for (const [place, grams] of ['1', '2', '1.5'].entries()) {
      await expect(parts.nth(place)).toContainText(`GAE ${lots[place]?.number}`)
      await expect(parts.nth(place)).toContainText(`${Number(grams).toFixed(1)}`)
    }
  }
  await expectParts()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await confirm(page, endButton(page))
  await expect(heading(page)).toHaveText('Termination of GAE')
  await expectParts()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  const left = await holdingsOf(page, '?product=GAE')
  expect(left.slice(0, 3).map(({ open, state }) => [open, state])).toEqual([
    ['1.5', 'Partially Terminated'],
    ['0', 'Terminated'],
    ['0', 'Terminated'],
  ])
  await context.close()
})

test('the keyboard alone can book, and every step of it is accessible in both schemes', async ({ browser }) => {
  const { context, page } = await openAsSaver(browser, { reducedMotion: 'reduce' })
  const count = (await holdingsOf(page)).length
  await page.goto('/purchase-gae')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await payField(page).focus()
  await nextQuote(page, () => page.keyboard.type('75'))
  await expect(bookButton(page)).toHaveAttribute('aria-disabled', 'false')
  await expectAccessibleInBothSchemes(page)
  const isReached = () => bookButton(page).evaluate((button) => button === document.activeElement)
  for (let presses = 0; presses < 16 && !(await isReached()); presses++) await page.keyboard.press('Tab')
  await expect(bookButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pinDialog(page)).toBeVisible()
  await page.keyboard.type(traderPin)
  await expect(success(page)).toBeVisible({ timeout: 60_000 })
  await expect(success(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(success(page)).toBeHidden()
  const booked = page.getByRole('heading', { name: 'Your gold is booked' })
  await expect(booked).toBeFocused()
  await expectAccessibleInBothSchemes(page)
  expect(await holdingsOf(page)).toHaveLength(count + 1)
  await page.getByRole('link', { name: 'See the holding' }).press('Enter')
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await context.close()
})
