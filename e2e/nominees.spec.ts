import { confirmNominees, readNominees, saveNomineeDraft } from '@ingot/endpoints/nominees'
import { expect, type Page, test } from '@playwright/test'
import { openBanker, proveOnPage } from './bank-people.ts'
import { enterDay, enterNominee, lookInto, mailAbout, renewAll } from './namers.ts'
import { type Operator, openOperator } from './operators.ts'
import { expectAccessibleInBothSchemes, settle } from './page-checks.ts'
import { letTimePass } from './passing-time.ts'
import { newPerson, stackOfRun } from './people.ts'
import { actAs, type Sender } from './senders.ts'
import { callAs } from './traders.ts'

// One customer's story: whom he names, what he changes, and that he is said to have died.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

let sender: Sender
let page: Page
let operator: Operator

test.beforeAll(async ({ browser }) => {
  const [namer, compliance] = await Promise.all([openBanker(browser, 'namer'), openOperator(browser, ['Compliance'])])
  ;({ sender, page } = namer)
  operator = compliance
})

test.afterAll(async () => {
  await page.context().close()
  await operator.page.context().close()
})

const heading = () => page.getByRole('heading', { level: 1 })
const region = (name: string) => page.getByRole('region', { name, exact: true })
const nominees = () => callAs(page, 'GET', readNominees.path)

const expectAccessible = async () => {
  await settle(page)
  await expectAccessibleInBothSchemes(page)
}

test('two are named by keyboard in steps, a child with a guardian, and hold 48 hours later', async () => {
  await page.goto('/test')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('link', { name: 'Nominee' }).click()
  await expect(heading()).toHaveText('Nominees')
  await expect(page.getByText('who inherits is the law’s question')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Name somebody' }).press('Enter')
  await enterNominee(page, { firstName: 'Anna', share: '60' })
  await expectAccessible()
  await page.getByRole('button', { name: 'Add to your nominees' }).press('Enter')
  await expect(page.getByText('40 % are not given to anybody yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await page.getByRole('button', { name: 'Add somebody' }).press('Enter')
  await enterNominee(page, { firstName: 'Mia', born: '2020-03-04', guardian: 'Carla' })
  // A reload shows the same step, with what was entered.
  await page.reload()
  await expect(heading()).toHaveText('Look it over')
  await page.getByRole('button', { name: 'Add to your nominees' }).press('Enter')
  await expect(page.getByText('The shares add up to 100 %.')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Confirm' }).press('Enter')
  await proveOnPage(page, sender)
  await expect(region('Confirmed, not in force yet')).toContainText('Mia Weber')
  expect(await nominees()).toMatchObject({ inForce: null, waiting: { version: 1 }, draft: null })
  await letTimePass('hours of nominees', { of: sender.person.username })
  await page.reload()
  await expect(region('In force')).toContainText('60 %')
  await expectAccessible()
  await page.getByRole('link', { name: 'Open the signed confirmation' }).click()
  await expect(heading()).toHaveText(/nominee/i)
})

test('what cannot be is refused in words, and those who hold, hold on', async () => {
  await page.goto('/nominee')
  await page.getByRole('button', { name: 'Change your nominees' }).click()
  await page.getByRole('button', { name: 'Remove Mia Weber' }).click()
  await expect(page.getByText('40 % are not given to anybody yet.')).toBeVisible()
  await expect(page.getByLabel('Share of Anna Weber in percent')).toHaveValue('60')
  const { draft } = await nominees()
  await expect(actAs(page, sender, confirmNominees, { draft: draft.id, changedAt: draft.changedAt })).rejects.toThrow(
    /40\s% .*what held before still holds/i,
  )

  const [anna] = draft.nominees
  const save = (named: object[]) =>
    callAs(page, 'PUT', saveNomineeDraft.path, { data: { namesNobody: false, nominees: named } })
  const six = ['A', 'B', 'C', 'D', 'E', 'F'].map((firstName) => ({
    ...anna,
    firstName,
    contact: `${firstName}@x.example`,
    share: 1000,
  }))
  await expect(save(six)).rejects.toThrow()
  await expect(save([{ ...anna, dateOfBirth: '2020-01-01' }])).rejects.toThrow(/guardian/)

  await page.getByRole('button', { name: 'Add somebody' }).click()
  await enterNominee(page, { firstName: 'Ada', lastName: 'Lovelace', born: '1985-02-05' })
  await page.getByRole('button', { name: 'Add to your nominees' }).click()
  await expect(page.getByText('You cannot name yourself. Please name somebody else.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(heading()).toHaveText('Nominees')
  expect((await nominees()).inForce).toMatchObject({ version: 1, nominees: [{ share: 6000 }, { share: 4000 }] })
})

test('a change waits while the one before holds, and can be taken back by mail', async () => {
  await page.getByRole('button', { name: 'Add somebody' }).click()
  await enterNominee(page, { firstName: 'Ben' })
  await page.getByRole('button', { name: 'Add to your nominees' }).click()
  await page.getByRole('button', { name: 'Share equally' }).click()
  await expect(page.getByLabel('Share of Ben Weber in percent')).toHaveValue('50')
  const { id } = await mailAbout(sender.person.email, 'Your nominees were changed')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await proveOnPage(page, sender)
  await expect(region('Confirmed, not in force yet')).toContainText('Ben Weber')
  await expect(region('In force')).toContainText('Mia Weber')
  await expectAccessible()
  let mail = await mailAbout(sender.person.email, 'Your nominees were changed', id)
  await page.goto(mail.linkTo('/keep-nominees'))
  await page.getByRole('button', { name: 'Take the change back' }).click()
  await expect(heading()).toHaveText('The change is taken back')
  expect(await nominees()).toMatchObject({ inForce: { version: 1 }, waiting: null })
  mail = await mailAbout(sender.person.email, 'A change of your nominees was taken back', mail.id)
  expect(mail.text).toContain('still')
})

test('a death is reported by a stranger, Compliance looks, the owner says that he lives and renews everything', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: stackOfRun.portal, reducedMotion: 'reduce' })
  const stranger = await context.newPage()
  const reporter = newPerson('reporter')
  await stranger.goto('/signin')
  await stranger.getByRole('link', { name: 'Report a death' }).click()
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Report a death')
  await stranger.getByLabel('First name').fill('Ada')
  await stranger.getByLabel('Last name').fill('Lovelace')
  await enterDay(stranger, 'Date of birth', '1985-02-05')
  await enterDay(stranger, 'Date of death', '2026-01-02')
  await stranger.getByLabel('Their e-mail, if you know it').fill(sender.person.email)
  await stranger.getByLabel('Your name').fill('Ben Weber')
  await stranger.getByLabel('Your e-mail').fill(reporter.email)
  await stranger.getByLabel('You are their').selectOption('Friend')
  await stranger.getByRole('button', { name: 'Send the report' }).press('Enter')
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('We have your report')
  await settle(stranger)
  await expectAccessibleInBothSchemes(stranger)

  const { linkTo } = await mailAbout(reporter.email, 'We have received your report')
  await stranger.goto(linkTo('/report-a-death'))
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(/^Papers for report /)
  const reference = (await stranger.getByRole('heading', { level: 1 }).textContent())?.split(' ').at(-1) ?? ''
  await stranger.getByLabel('Files to send').setInputFiles('docs/picture.png')
  await expect(stranger.getByRole('region', { name: 'What you have sent' })).toContainText('picture.webp')
  await settle(stranger)
  await expectAccessibleInBothSchemes(stranger)
  // A report alone stops nothing.
  expect((await nominees()).frozenSince).toBeNull()

  await lookInto(operator, reference, sender.person)
  await page.goto('/dashboard')
  const notice = region('Somebody told us that you have died')
  await expect(notice).toBeVisible()
  await expectAccessible()
  const asked = await mailAbout(sender.person.email, 'Somebody told us that you have died')
  await stranger.goto(asked.linkTo('/still-here'))
  await stranger.getByLabel('Your PIN, digit 1 of 6').focus()
  await stranger.keyboard.type('111222')
  await stranger.getByRole('button', { name: 'I am alive: stop the report' }).click()
  await expect(stranger.getByText('Incorrect PIN. Please try again.')).toBeVisible()
  await settle(stranger)
  await expectAccessibleInBothSchemes(stranger)
  await context.close()

  await notice.getByRole('button', { name: 'I am alive: stop the report' }).press('Enter')
  await proveOnPage(page, sender)
  const renewal = region('The report of your death is stopped')
  await expect(renewal.getByRole('link')).toHaveText(['Choose a new password', 'Choose a new PIN', 'Set up 2FA anew'])
  await expectAccessible()
  expect((await nominees()).frozenSince).not.toBeNull()
  sender = await renewAll(page, sender)
  await letTimePass('renewal after a veto')
  await expect.poll(async () => (await nominees()).frozenSince, { timeout: 60_000 }).toBeNull()
  await page.reload()
  await expect(heading()).toBeVisible()
  await settle(page)
  await expect(renewal).toHaveCount(0)
  await expect(page.getByText('Somebody told us that you have died')).toHaveCount(0)
})
