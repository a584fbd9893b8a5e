import { readFileSync } from 'node:fs'
import { type FigureName, listFigure, type readDashboard } from '@ingot/endpoints/dashboard'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { stackOfRun } from './people.ts'
import { bookGae, buyQmgt, convertToGca, endGae, holdingsOf } from './savers.ts'
import { callAs, makeTrader } from './traders.ts'

// Its customer is registered, verified and funded first, with a real deposit.
test.describe.configure({ timeout: 240_000 })

type Dashboard = ReplyOf<typeof readDashboard>['data']

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const figureLink = (page: Page, name: FigureName) => page.locator(`a[href="/dashboard/${name}"]`)

const unit = 10n ** 18n

const unitsOf = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(18, '0'))
  return text.startsWith('-') ? -units : units
}

const positive = (units: bigint) => (units > 0n ? units : 0n)
const sum = (all: readonly bigint[]) => all.reduce((total, each) => total + each, 0n)

/** From nothing but what the pages of holdings say, at the price at which the dashboard values them. */
const figuresOf = async (page: Page, { price }: Dashboard): Promise<Partial<Record<FigureName, bigint>>> => {
  const lots = (await holdingsOf(page)).map((holding) => {
    const value = (unitsOf(holding.open) * unitsOf(price?.perGram ?? '0')) / unit
    return {
      ...{ product: holding.product, paidOut: unitsOf(holding.paidOut) },
      result: value - unitsOf(holding.openCost) + unitsOf(holding.realised),
      booking: (unitsOf(holding.bookingValue) * unitsOf(holding.open)) / unitsOf(holding.units),
    }
  })
  const gains = (product: string) => sum(lots.map((lot) => (lot.product === product ? positive(lot.result) : 0n)))
  const losses = (product: string) => sum(lots.map((lot) => (lot.product === product ? positive(-lot.result) : 0n)))
  const bookings = (isGca: boolean) => sum(lots.map((lot) => ((lot.product === 'GCA') === isGca ? lot.booking : 0n)))
  return {
    ...{ totalGAEProfit: gains('GAE'), totalGAELoss: losses('GAE') },
    ...{ totalGoldConvertProfit: gains('GCA'), totalGoldConvertLoss: losses('GCA') },
    totalProfit: sum(lots.map(({ result }) => positive(result))),
    totalLoss: sum(lots.map(({ result }) => positive(-result))),
    grandTotal: sum(lots.map(({ result }) => result)),
    TotalNetCashout: sum(lots.map(({ paidOut }) => paidOut)),
    ...{ totalGAEBookingNote: bookings(false), totalGoldConvertBookingNote: bookings(true) },
    totalBooking: bookings(false) + bookings(true),
  }
}

/** As a page writes dollars: cut, not rounded, without the sign. */
const dollars = (text: string) => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  return `${Number(whole).toLocaleString('en-US')}.${fraction.padEnd(2, '0').slice(0, 2)} USD`
}

const download = async (page: Page) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  return readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n')
}

test('the dashboard begins empty, then its figures are those of the holdings, and each opens its sum down to entries', async ({
  browser,
}) => {
  const storageState = await makeTrader(browser)
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const expectNoComplaints = listenForComplaints(page)
  await page.goto('/dashboard')
  await expect(page.getByText('No gold saved yet')).toBeVisible()
  await settle(page)
  await expectAccessibleInBothSchemes(page)

  for (const grams of ['1', '2']) await bookGae(page, grams)
  await buyQmgt(page, '2')
  await convertToGca(page, '1.5')
  await endGae(page, '0.5')
  const answer = page.waitForResponse((each) => each.url().endsWith('/api/dashboard') && each.ok())
  await page.reload()
  const shown: Dashboard = (await (await answer).json()).data
  for (const [name, units] of Object.entries(await figuresOf(page, shown)))
    expect([name, unitsOf(shown.figures[name as FigureName] ?? 'unknown')]).toEqual([name, units])
  // The sums are those of what stands beside them, cent by cent.
  for (const name of ['totalGAELoss', 'totalGoldConvertLoss', 'TotalNetCashout', 'totalGAEBookingNote'] as const)
    await expect(figureLink(page, name)).toContainText(dollars(shown.figures[name] ?? ''))
  await expect(page.getByRole('table', { name: 'Value against cost, All products' })).toBeAttached()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await figureLink(page, 'totalBooking').click()
  await expect(heading(page)).toHaveText('Booked in all')
  await expectLines(page, 'totalBooking', shown)
  expectNoComplaints()
  await context.close()
})

/** Each line, and the same as a file, add up to the figure; the first leads to a holding and the entries behind it. */
const expectLines = async (page: Page, name: FigureName, { figures }: Dashboard) => {
  const lines: { amount: string }[] = await callAs(page, 'GET', listFigure.path.replace(':figure', name))
  expect(sum(lines.map(({ amount }) => unitsOf(amount)))).toBe(unitsOf(figures[name] ?? 'unknown'))
  const rows = page.getByRole('link', { name: /^(GAE|Gold Convert) \d+/ })
  await expect(rows).toHaveCount(lines.length)
  expect(await download(page)).toHaveLength(lines.length + 1)
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await rows.first().click()
  await expect(page.getByRole('region', { name: 'Ledger entries' })).toContainText(/Entry \d+/)
}
