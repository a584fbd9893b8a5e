import { readOwnProfile } from '@ingot/endpoints/consultants'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { type Operator, openOperator } from './operators.ts'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { mailTo, type PersonInTest, stackOfRun } from './people.ts'
import { callAs } from './traders.ts'
import { stateOf, uplinePerson, verifiedPerson } from './verified-people.ts'

// A consultant, somebody whom he brought, and another customer are registered and verified first.
test.describe.configure({ timeout: 300_000 })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const openAs = async (browser: Browser, person?: PersonInTest) => {
  const storageState = person && (await stateOf(browser, stackOfRun.portal, person))
  const options = { baseURL: stackOfRun.portal, reducedMotion: 'reduce' as const }
  const context = await browser.newContext({ ...options, ...(storageState && { storageState }) })
  return context.newPage()
}

/** One operator decides about whoever is named in a queue. */
const decide = async ({ page }: Operator, queue: string, { username }: PersonInTest, label: string, reason: string) => {
  await page.goto(`/operator/queues/${queue}`)
  await page.getByRole('listitem').filter({ hasText: username }).getByRole('link').click()
  await button(page, label).click()
  const dialog = page.getByRole('dialog', { name: label })
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: label, exact: true }).click()
  await expect(dialog).toBeHidden()
}

const expectNothingThere = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await expect(page.getByText('Page Not Found', { exact: true })).toBeVisible()
}

/** The mail that says this, however many came before it. */
const mailAbout = async ({ email }: PersonInTest, subject: string) => {
  let mail = await mailTo(stackOfRun, email)
  while (mail.subject !== subject) mail = await mailTo(stackOfRun, email, mail.id)
  return mail
}

const draft = async (page: Page) => {
  await page.goto('/My-Profile/Consultant')
  await expect(part(page, 'Draft')).toBeVisible()
  await page.getByLabel('Languages', { exact: true }).selectOption('en')
  await page.getByLabel('Languages', { exact: true }).selectOption('de')
  await page.getByLabel('About you').fill('I bring you 12 %, guaranteed.')
  await button(page, 'Hand in for review').click()
  await expect(page.getByText(/^Please leave out percentages/)).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('About you').fill('I gladly explain how a booking works, in English or in German.')
  await button(page, 'Hand in for review').press('Enter')
  await expect(part(page, 'In review')).toBeVisible()
}

test('a profile is drafted, approved, seen by anybody, written to, reported, hidden, and appealed for', async ({
  browser,
}) => {
  const [consultant, customer, support, owner] = await Promise.all([
    uplinePerson(stackOfRun, 'consultant'),
    verifiedPerson(stackOfRun, 'asker'),
    openOperator(browser, ['Support', 'Compliance']),
    openOperator(browser, ['Owner']),
  ])
  const [anna, ben, visitor] = [
    await openAs(browser, consultant),
    await openAs(browser, customer),
    await openAs(browser),
  ]
  const expectNoComplaints = listenForComplaints(anna)

  await draft(anna)
  await decide(support, 'consultant-profiles', consultant, 'Approve', 'It is fine')
  await mailAbout(consultant, 'Your profile as a consultant is approved')
  await anna.reload()
  await expect(part(anna, 'Public')).toBeVisible()
  await expectAccessibleInBothSchemes(anna)
  const { id } = await callAs(anna, 'GET', readOwnProfile.path)
  const address = `/profile/${id}`
  await button(anna, `Account of ${consultant.username}`).click()
  const [tab] = await Promise.all([
    anna.waitForEvent('popup'),
    anna.getByRole('link', { name: 'Consultant Profile' }).click(),
  ])
  await expect(heading(tab)).toHaveText('Ada L.')
  expect(new URL(tab.url()).pathname).toBe(address)
  await expect(tab.getByRole('navigation', { name: 'Main' })).toBeHidden()

  await visitor.goto(address)
  await expect(heading(visitor)).toHaveText('Ada L.')
  await expect(visitor.getByText('Consultants never take money, passwords or codes.')).toBeVisible()
  await settle(visitor)
  await expectAccessibleInBothSchemes(visitor)
  await visitor.getByRole('link', { name: 'Register with this consultant' }).click()
  await expect(visitor).toHaveURL(/\/register\?ref=[0-9A-Z]{8}$/)

  await ben.goto(`/Consultant/ada-l-${id}`)
  await button(ben, 'Write a message').click()
  await ben.getByLabel('Your message').fill('How does a booking work?')
  await button(ben, 'Send the message').click()
  await expect(ben.getByText('Your message is sent.', { exact: false })).toBeVisible()
  const asked = await mailAbout(consultant, 'Somebody wrote to you as a consultant')
  expect(asked.text).toContain('How does a booking work?')
  expect(asked.text).not.toContain(customer.username)
  await anna.goto(asked.linkTo('/Consultant-Messages'))
  await anna.getByLabel('Your message').fill('Gladly: it takes a minute.')
  await button(anna, 'Send the message').press('Enter')
  await expect(anna.getByRole('listitem').filter({ hasText: 'Gladly: it takes a minute.' })).toBeVisible()
  await expectAccessibleInBothSchemes(anna)
  const answered = await mailAbout(customer, 'Your consultant has answered')
  expect(answered.text).toContain('Gladly: it takes a minute.')
  expect(answered.text).not.toContain(consultant.username)

  await ben.goto(`/Consultant/ada-l-${id}`)
  await button(ben, 'Report').click()
  await ben.getByLabel('What happened?').selectOption('Promised a return')
  await ben.getByLabel('In your words').fill('Twelve of a hundred, each year.')
  await expectAccessibleInBothSchemes(ben)
  await button(ben, 'Send the report').click()
  await expect(ben.getByText('Thank you. We look at what you told us.')).toBeVisible()
  await decide(support, 'consultant-reports', consultant, 'Take into review', 'I look at it')
  await decide(support, 'consultant-reports', consultant, 'Hide for 30 days', 'No promises, please')
  await expectNothingThere(visitor, address)
  await expectNothingThere(ben, `/Consultant/ada-l-${id}`)
  const hidden = await mailAbout(consultant, 'Your profile as a consultant is hidden')
  expect(hidden.text).toContain('No promises, please')
  expect(hidden.text).not.toContain('Twelve')

  await anna.goto('/My-Profile/Consultant')
  await expect(part(anna, 'Hidden')).toBeVisible()
  await button(anna, 'Appeal').click()
  await anna.getByLabel('Why is it wrong?').fill('I spoke of the weather.')
  await expectAccessibleInBothSchemes(anna)
  await button(anna, 'Send the appeal').click()
  await expect(anna.getByText('Somebody else looks at it.')).toBeVisible()
  await decide(owner, 'consultant-appeals', consultant, 'Uphold the appeal', 'It was the weather')
  await mailAbout(consultant, 'Your appeal was upheld')
  await visitor.goto(address)
  await expect(heading(visitor)).toHaveText('Ada L.')
  expectNoComplaints()
})
