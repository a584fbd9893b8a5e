import { transferQmgt } from '@ingot/endpoints/wallet'
import { expect, type Page, test } from '@playwright/test'
import { confirm } from './bookings.ts'
import { expectAccessibleInBothSchemes, listenForComplaints } from './page-checks.ts'
import { letTimePass } from './passing-time.ts'
import { newPerson, registerPerson, signIn, stackOfRun } from './people.ts'
import { buyQmgt } from './savers.ts'
import { actAs, beFunded, makeSender } from './senders.ts'
import { balanceOf, becomeTrader } from './traders.ts'

// Registers, verifies and funds two people, with real deposits.
test.describe.configure({ timeout: 240_000 })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'What has changed' })
const notice = (page: Page) => page.getByRole('region', { name: 'New terms' })
const payField = (page: Page) => page.getByLabel('You pay', { exact: true })
const choose = async (page: Page, side: 'Buy' | 'Sell', amount: string) => {
  const quote = page.waitForResponse((answer) => answer.url().endsWith('/api/quotes'))
  await payField(page).fill(amount)
  await quote
  return page.getByRole('button', { name: `${side} QMGT` })
}

test('new terms are asked for at sign-in; whoever declines sells what there is and begins nothing, until they are accepted', async ({
  browser,
}) => {
  const person = await registerPerson(stackOfRun, newPerson('reader'))
  await becomeTrader(browser, person)
  const giver = await makeSender(browser, 'giver')
  const other = await browser.newContext({ baseURL: stackOfRun.portal, storageState: giver.state })
  const giving = await other.newPage()
  await giving.goto('/test')
  await beFunded(giving)
  await buyQmgt(giving, '1')
  await actAs(giving, giver, transferQmgt, { receiver: person.username, amount: '0.5' })
  await other.close()
  await letTimePass('acceptance of the terms', { of: person.username })

  const context = await browser.newContext({ baseURL: stackOfRun.portal })
  const page = await context.newPage()
  const expectNothingBefore = listenForComplaints(page)
  await signIn(page, person)
  await expect(dialog(page)).toContainText('You cannot buy or begin anything new.')
  await expectAccessibleInBothSchemes(page)
  await dialog(page).getByRole('button', { name: 'Not now' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(notice(page)).toContainText('Our terms have changed. Until you accept them, nothing new can be begun.')
  await expectAccessibleInBothSchemes(page)

  await page.goto('/')
  const dollars = Number(await balanceOf(page, 'USDT'))
  expectNothingBefore()
  await expect(await choose(page, 'Buy', '50')).toBeDisabled()
  await expect(page.getByText(/Please accept the new version before you begin something new/)).toBeVisible()
  expect(Number(await balanceOf(page, 'USDT'))).toBe(dollars)

  const expectNothingAfter = listenForComplaints(page)
  await page.getByRole('button', { name: 'Switch pay and receive' }).click()
  await confirm(page, await choose(page, 'Sell', '0.3'))
  expect(Number(await balanceOf(page, 'USDT'))).toBeGreaterThan(dollars)
  for (const open of ['/transactions', '/documents', '/leaving']) {
    await page.goto(open)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(notice(page)).toBeVisible()
  }

  await notice(page).getByRole('button', { name: 'See what has changed' }).click()
  await dialog(page).getByRole('button', { name: 'Accept' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(notice(page)).toHaveCount(0)
  await page.goto('/documents')
  await expect(page.getByRole('region', { name: 'Terms you accepted' })).toContainText('Terms and conditions')
  await page.goto('/')
  await confirm(page, await choose(page, 'Buy', '50'))
  expectNothingAfter()
  await context.close()
})
