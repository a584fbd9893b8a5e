import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { stackOfRun } from './people.ts'
import { callAs, traderState } from './traders.ts'

// The first test of a worker also registers, verifies and funds its trader, with a real deposit.
test.describe.configure({ timeout: 240_000 })

const part = (page: Page, name: string) => page.getByRole('region', { name })
const figure = (page: Page, of: string, name: string) =>
  part(page, of).locator('dl > div', { hasText: name }).locator('dd').first()

/** As a field shows it. */
const shown = (amount: string, decimals: number): string => {
  const [whole = '', fraction = ''] = amount.split('.')
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction.padEnd(decimals, '0').slice(0, decimals)}`
}

test('the calculator says what a quote says, plans and delivers on paper, and its link leads others to the same', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: stackOfRun.portal,
    storageState: await traderState(browser),
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const expectNoComplaints = listenForComplaints(page)
  await page.goto('/Tools')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calculator')
  const [pays, gets] = [page.getByLabel('You pay', { exact: true }), page.getByLabel('You get', { exact: true })]
  // The price may move between the two: then both are asked again.
  await expect(async () => {
    await pays.fill('1000')
    const asked = { pair: 'QMGT/USDT', side: 'buy', amount: '1000', of: 'pay' }
    const quote = await callAs(page, 'POST', '/quotes', { data: asked })
    await expect(gets).toHaveValue(shown(quote.receive.amount, 6), { timeout: 6_000 })
    await expect(figure(page, 'Grams and money', 'Fee, 0.25 %')).toHaveText(`${shown(quote.fee.amount, 2)} USDT`)
  }).toPass({ timeout: 60_000 })
  await gets.fill('2.5')
  await expect(pays).not.toHaveValue('1000')

  await expect(part(page, 'A plan over time').getByRole('figure')).toHaveCount(0)
  await page.getByLabel(/^Your own assumption/).fill('3')
  await expect(part(page, 'A plan over time').getByRole('figure')).toContainText(
    'Your own assumption of 3 % a year, not a forecast.',
  )
  await page.getByLabel('100 g bars').selectOption('2')
  await expect(figure(page, 'Delivery of bars', 'Making')).toHaveText('326.00 USD')
  await page.getByText('Collected', { exact: true }).click()
  await expect(figure(page, 'Delivery of bars', 'In all')).toHaveText('336.00 USD')
  await expect(page).toHaveURL(/grams=2\.5.*growth=3.*bars=1x10%2C2x100&way=collect/)
  await settle(page)
  await expectAccessibleInBothSchemes(page)

  await page.reload()
  await expect(gets).toHaveValue('2.500000')
  await expect(page.getByLabel('100 g bars')).toHaveValue('2')
  await page.getByRole('radiogroup', { name: 'Part of the tools' }).getByText('Marketing materials').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marketing materials')
  expectNoComplaints()
  await context.close()
})
