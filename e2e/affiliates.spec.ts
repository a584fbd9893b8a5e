import { readInfo } from '@ingot/endpoints/account'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { enter, mailTo, newPerson, type PersonInTest, registerPerson, stackOfRun } from './people.ts'
import { applicantOf, stateBehind, stateOf, verifiedPerson } from './verified-people.ts'

// Three customers are registered and verified on the way.
test.describe.configure({ timeout: 300_000 })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const tree = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const openAs = async (browser: Browser, storageState: Awaited<ReturnType<typeof stateOf>> | undefined) => {
  const options = { baseURL: stackOfRun.portal, reducedMotion: 'reduce' as const }
  const context = await browser.newContext({ ...options, ...(storageState && { storageState }) })
  return context.newPage()
}

/** By the link, as whoever was invited does it. */
const registerBy = async (browser: Browser, link: string, person: PersonInTest) => {
  const page = await openAs(browser, undefined)
  await page.goto(link)
  await expect(page.getByLabel('Referral code')).not.toBeEditable()
  await page.getByLabel('E-mail').fill(person.email)
  await button(page, 'Continue').click()
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel(/I have read and accept/).check()
  await button(page, 'Create account').click()
  await expect(heading(page)).toHaveText('Check your e-mail')
  const { code } = await mailTo(stackOfRun, person.email)
  await page.getByLabel('six-digit code').fill(code)
  await button(page, 'Verify with code').click()
  await expect(heading(page)).toHaveText('Your e-mail address is verified')
  await page.context().close()
}

const pass = async (person: PersonInTest) => (await applicantOf(stackOfRun, person)).pass()

/** Somebody whom this one brought, over the api. */
const bring = async (by: PersonInTest) => {
  const { call, leave } = await enter(stackOfRun, by)
  const { refCode } = (await call(readInfo)).data
  await leave()
  return registerPerson(stackOfRun, newPerson('third'), { referralCode: refCode })
}

const openNetwork = async (page: Page) => {
  await page.goto('/My-Affiliates')
  await expect(heading(page)).toHaveText('Workstation')
}

test('an invited customer appears below, is called by name once verified, and is opened by those above alone', async ({
  browser,
}) => {
  const first = await verifiedPerson(stackOfRun, 'first')
  const page = await openAs(browser, await stateOf(browser, stackOfRun.portal, first))
  const expectNoComplaints = listenForComplaints(page)
  await openNetwork(page)
  await expect(page.getByText('Nobody yet')).toBeVisible()
  const link = await page.getByLabel('Referral link').inputValue()

  const second = newPerson('second')
  await registerBy(browser, link, second)
  await openNetwork(page)
  await expect(tree(page, 'Brought by you').getByRole('link')).toHaveText(['Not verified yet'])

  await pass(second)
  const third = await bring(second)
  await openNetwork(page)
  await expect(tree(page, 'Brought by you').getByRole('link')).toHaveText(['Ada L.'])
  await expect(page.getByRole('region', { name: 'Your rank' }).getByText('Affiliates').first()).toBeVisible()

  // By the keyboard: opened where it stands, and then as a page of its own.
  const toggle = button(page, 'Whom Ada L. brought')
  await toggle.focus()
  await page.keyboard.press('Enter')
  await expect(tree(page, 'Brought by Ada L.').getByRole('link')).toHaveText(['Not verified yet'])
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await tree(page, 'Brought by Ada L.').getByRole('link').press('Enter')
  await expect(heading(page)).toHaveText('Not verified yet')
  const way = page.getByRole('navigation', { name: 'The way to this member' })
  await expect(way.getByRole('listitem')).toHaveText(['You', 'Ada L.', 'Not verified yet'])
  await expectAccessibleInBothSchemes(page)
  const address = new URL(page.url()).pathname

  // Who is beside sees nobody there, and neither does the member see himself.
  const outside = await openAs(browser, await stateBehind(browser, stackOfRun, 'verified'))
  await outside.goto(address)
  await expect(heading(outside)).toHaveText('Page Not Found')
  await pass(third)
  const own = await openAs(browser, await stateOf(browser, stackOfRun.portal, third))
  await own.goto(address)
  await expect(heading(own)).toHaveText('Page Not Found')
  expectNoComplaints()
})

test('a member decides whether those above see the whole name', async ({ browser }) => {
  const upper = await verifiedPerson(stackOfRun, 'upper')
  const lower = await bring(upper)
  await pass(lower)
  const [above, below] = [
    await openAs(browser, await stateOf(browser, stackOfRun.portal, upper)),
    await openAs(browser, await stateOf(browser, stackOfRun.portal, lower)),
  ]
  await below.goto('/My-Profile/Preferences')
  const choice = below.getByRole('switch', { name: /Show my full name to those who brought me/ })
  await expect(choice).not.toBeChecked()
  const saved = below.waitForResponse('**/api/preferences')
  await choice.press('Space')
  await saved
  await expect(choice).toBeChecked()
  await openNetwork(above)
  await expect(tree(above, 'Brought by you').getByRole('link')).toHaveText(['Ada Lovelace'])
  await above.getByRole('radio', { name: 'List' }).press('Space')
  await expect(tree(above, 'Level 1').getByRole('link')).toHaveText([/^Ada Lovelace/])
  await above.getByLabel('Name', { exact: true }).fill('love')
  await button(above, 'Find').press('Enter')
  await expect(tree(above, 'Members found').getByRole('link')).toHaveText([/^Ada Lovelace/])
  await expectAccessibleInBothSchemes(above)
  await above.getByLabel('Name', { exact: true }).fill('nobody')
  await button(above, 'Find').click()
  await expect(above.getByText('Nobody of this name')).toBeVisible()
})
