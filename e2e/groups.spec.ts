import { listGroupPurchases, readGroup } from '@ingot/endpoints/groups'
import { type Browser, expect, type Page, test } from '@playwright/test'
import {
  confirm,
  downloadShown,
  endButton,
  expectGenuine,
  expectVerdict,
  nextQuote,
  payField,
  pinDialog,
  success,
} from './bookings.ts'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { stackOfRun } from './people.ts'
import { callAs, makeTrader, traderPin } from './traders.ts'
import { stateBehind } from './verified-people.ts'

// Two customers are registered, verified and funded first, with real deposits.
test.describe.configure({ timeout: 300_000 })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const people = (page: Page) => part(page, 'People').getByRole('listitem')
const buyButton = (page: Page) => button(page, 'Buy in the group')

type State = Awaited<ReturnType<typeof makeTrader>>

const openAs = async (browser: Browser, storageState: State | undefined) => {
  const options = { baseURL: stackOfRun.portal, reducedMotion: 'reduce' as const }
  const context = await browser.newContext({ ...options, ...(storageState && { storageState }) })
  return context.newPage()
}

/** Goes on by Tab until something has the focus. */
const tabTo = async (page: Page, what: ReturnType<typeof button>) => {
  const isReached = () => what.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 20 && !(await isReached()); presses++) await page.keyboard.press('Tab')
  await expect(what).toBeFocused()
}

/** By the keyboard alone. Says where the group is. */
const makeGroup = async (page: Page, name: string): Promise<string> => {
  await page.goto('/GDS')
  await expect(page.getByText('No groups yet')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Company' })).toBeChecked()
  await tabTo(page, button(page, 'Create the group'))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(name)
  return new URL(page.url()).pathname
}

/** By the keyboard alone: dollars, the PIN, and on to the certificate. Says where that is. */
const buyByKeyboard = async (page: Page, amount: string): Promise<string> => {
  await button(page, 'Buy in this group').press('Enter')
  await payField(page).focus()
  await nextQuote(page, () => page.keyboard.type(amount))
  await expect(buyButton(page)).toHaveAttribute('aria-disabled', 'false')
  await expectAccessibleInBothSchemes(page)
  await tabTo(page, buyButton(page))
  await page.keyboard.press('Enter')
  await expect(pinDialog(page)).toBeVisible()
  await page.keyboard.type(traderPin)
  await expect(success(page)).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your gold is booked' })).toBeFocused()
  await page.getByRole('link', { name: 'Open the certificate' }).press('Enter')
  await expect(heading(page)).toHaveText('GDS certificate')
  return new URL(page.url()).pathname
}

const buy = async (page: Page, amount: string): Promise<string> => {
  await button(page, 'Buy in this group').click()
  await nextQuote(page, () => payField(page).fill(amount))
  await confirm(page, buyButton(page))
  await page.getByRole('link', { name: 'Open the certificate' }).click()
  await expect(heading(page)).toHaveText('GDS certificate')
  return new URL(page.url()).pathname
}

const expectNothingThere = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await expect(page.getByText('Page Not Found', { exact: true })).toBeVisible()
}

/** Ends some grams of the one purchase that the customer has in a group. */
const endPart = async (page: Page, group: string, grams: string) => {
  const [bought] = await callAs(page, 'GET', listGroupPurchases.path.replace(':id', group))
  await page.goto('/termination?product=GDS')
  await expect(page.getByText('Choose which purchase ends')).toBeVisible()
  await page.getByLabel('Holding', { exact: true }).selectOption(bought.holding)
  await nextQuote(page, () => page.getByLabel('Grams to end', { exact: true }).fill(grams))
  await confirm(page, endButton(page))
  await expect(heading(page)).toHaveText('Termination of GDS')
}

test('two save in a group: one lets the other in, both buy, certificates are genuine and follow what ends, one leaves', async ({
  browser,
}) => {
  const [adasState, bellasState, strangers] = await Promise.all([
    makeTrader(browser),
    makeTrader(browser),
    stateBehind(browser, stackOfRun, 'verified'),
  ])
  const [ada, bella] = [await openAs(browser, adasState), await openAs(browser, bellasState)]
  const stranger = await openAs(browser, strangers)
  const complaints = [ada, bella].map(listenForComplaints)

  const group = await makeGroup(ada, 'Analytical Engines')
  const id = group.split('/').at(-1) ?? ''
  const code = (await part(ada, 'Code to join').textContent())?.match(/[0-9A-Z]{4}(-[0-9A-Z]{4}){2}/)?.[0]
  await bella.goto(`/GDS?code=${code}`)
  await button(bella, 'Ask to join').click()
  await expect(bella).toHaveURL(group)
  await expect(heading(bella)).toHaveText('Analytical Engines')
  await expect(bella.getByText('You asked to join')).toBeVisible()
  await expect(part(bella, 'People')).toBeHidden()

  await expect(part(ada, 'Asking to join')).toBeVisible()
  await expectAccessibleInBothSchemes(ada)
  await button(ada, 'Let in Ada L.').press('Enter')
  await expect(people(ada)).toHaveCount(2)
  await expect(people(bella)).toHaveCount(2)

  const adasPaper = await buyByKeyboard(ada, '200')
  const bellasPaper = await buy(bella, '400')
  await expectNothingThere(stranger, group)
  await expectNothingThere(stranger, bellasPaper)
  expect(await callAs(stranger, 'GET', '/groups').then(({ groups }) => groups)).toEqual([])
  await settle(bella)
  await expectAccessibleInBothSchemes(bella)
  const first = await downloadShown(bella)
  await expectGenuine(bella, first)

  await endPart(bella, id, '1')
  await bella.goto(bellasPaper)
  const notice = bella.getByRole('alert').filter({ hasText: `Superseded by` })
  await expect(notice).toBeVisible()
  await expectAccessibleInBothSchemes(bella)
  await notice.getByRole('link').click()
  await expect(bella.getByText(/version 2/).first()).toBeVisible()
  const second = await downloadShown(bella)
  expect(second.number).not.toBe(first.number)
  await expectGenuine(bella, second)
  await expectVerdict(bella, first, 'Genuine, but replaced')

  await bella.goto(group)
  await bella.getByRole('switch').check()
  await ada.goto(group)
  await expect(people(ada).filter({ hasText: 'Member' })).toContainText('GDS')
  await button(bella, 'Leave the group').click()
  await button(bella, 'Yes, leave').click()
  await expect(bella.getByText('You left this group')).toBeVisible()
  await expect(part(bella, 'People')).toBeHidden()
  await bella.goto(bellasPaper.replace(id, `${id}/Analytical-Engines`))
  await expect(heading(bella)).toHaveText('GDS certificate')
  expect((await callAs(ada, 'GET', readGroup.path.replace(':id', id))).people).toHaveLength(1)
  for (const expectNoComplaints of complaints) expectNoComplaints()

  await expectNothingThere(bella, adasPaper)
  for (const page of [ada, bella, stranger]) await page.context().close()
})
