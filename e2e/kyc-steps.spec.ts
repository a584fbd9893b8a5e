import { type Browser, expect, type Page, test } from '@playwright/test'
import { applicantAtDocuments, healing, saveDraftOf, securedApplicant } from './applicants.ts'
import { expectAccessible, settle } from './page-checks.ts'
import { newPerson, registerPerson, signIn, stackOfRun } from './people.ts'
import { personalText } from './verified-people.ts'

/** Found by typing, taken with Enter. */
const choose = async (page: Page, label: string, typed: string, found: string) => {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.focus()
  await page.keyboard.type(typed)
  await expect(page.locator('[data-combobox-selected]')).toHaveText(found)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(found)
}

const fillPersonal = async (page: Page) => {
  const fill = async (texts: Record<string, string>) => {
    for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
  }
  const goOn = () => page.getByRole('button', { name: 'Continue' }).click()
  await fill({ 'First name': personalText.firstName, 'Last name': personalText.lastName, Day: '5', Year: '1985' })
  await page.getByLabel('Month').selectOption('February')
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByLabel('Marital status').selectOption('Married')
  await choose(page, 'Citizenship', 'united king', 'United Kingdom')
  await goOn()
  await fill({ Address: personalText.address, 'Postal code': personalText.postalCode, City: personalText.city })
  await choose(page, 'Country', 'united king', 'United Kingdom')
  await goOn()
  await fill({ 'Mobile phone': personalText.mobilePhone })
  await goOn()
  await page.getByLabel('Document type').selectOption('Passport')
  await fill({ 'Document number': personalText.idNumber })
  await goOn()
  await page.getByLabel('Source of income').selectOption('Salary')
  await fill({ Occupation: personalText.occupation, Employer: personalText.employeeName })
  await choose(page, 'Currency of your income', 'gbp', 'British Pound (GBP)')
  await fill({ 'Annual income': '42,000' })
}

test('the information is saved as it is typed, checked field by field, and handed in', async ({ page }) => {
  await securedApplicant(page, 'info')
  await page.reload()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/Registration/personal-information')
  await page.getByRole('button', { name: 'More (optional)' }).click()
  await page.locator('input[type=file]').setInputFiles('docs/picture.png')
  await page.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
  await fillPersonal(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText('4 of 5 complete')).toBeVisible()
  await settle(page)
  await expectAccessible(page)

  const submit = page.getByRole('button', { name: 'Submit and continue' })
  await submit.click()
  await expect(page.getByText('Please agree to the identity check.')).toBeVisible()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'About you' }).click()
  await page.getByLabel('Day').fill('31')
  await page.getByRole('button', { name: 'Work and income' }).click()
  await submit.click()
  await expect(page.getByText('Please enter a full date, with day, month and year.')).toBeVisible()
  await expect(page.getByLabel('Day')).toBeFocused()
  await page.getByLabel('Day').fill('5')
  await page.getByRole('button', { name: 'How to reach you' }).click()
  await page.getByLabel('Mobile phone').fill('+44 1 000 000')
  await page.getByRole('button', { name: 'Work and income' }).click()
  await submit.click()
  await expect(page.getByText('This does not look like a phone number. Please check it.')).toBeVisible()
  await expect(page.getByLabel('Mobile phone')).toBeFocused()
  await page.getByLabel('Mobile phone').fill(personalText.mobilePhone)
  await page.getByRole('button', { name: 'Work and income' }).click()
  await submit.click()

  await expect(page).toHaveURL('/Registration/documents')
})

const openElsewhere = async (browser: Browser, baseURL: string | undefined) => {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  return { context, other: await context.newPage() }
}

test('whoever leaves in the middle goes on in another browser where it was left', async ({
  page,
  browser,
  baseURL,
}) => {
  const { person, code } = await securedApplicant(page, 'leave')
  await page.goto('/Registration/personal-information')
  await page.getByLabel('First name').fill('Augusta')
  await page.getByLabel('Year', { exact: true }).fill('1985')
  await page.getByRole('button', { name: 'Where you live' }).click()
  await choose(page, 'Country', 'switz', 'Switzerland')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Augusta')

  const { context, other } = await openElsewhere(browser, baseURL)
  await signIn(other, person)
  await other.getByLabel('2FA code').fill(await code())
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(other).toHaveURL('/Registration/personal-information')
  // A step that is not open yet leads to the one that is.
  await other.goto('/Registration/result')
  await expect(other).toHaveURL('/Registration/personal-information')
  await expect(other.getByLabel('First name')).toHaveValue('Augusta')
  await expect(other.getByLabel('Year', { exact: true })).toHaveValue('1985')
  await other.getByRole('button', { name: 'Where you live' }).click()
  await expect(other.getByRole('combobox', { name: 'Country' })).toHaveValue('Switzerland')
  await context.close()
})

test('a draft that cannot be saved is told, not lost, and saved by itself later', async ({ page }) => {
  await securedApplicant(page, 'draft')
  await saveDraftOf(page, { firstName: 'Ada' })
  await page.goto('/Registration/personal-information')
  await page.route('**/api/verification/save-draft-personal', (route) => route.abort())
  await page.getByLabel('Last name').fill('Lovelace')
  await expect(page.getByText(/could not be saved yet/)).toBeVisible()
  // Looking elsewhere and coming back loses nothing either.
  await page.getByRole('link', { name: 'Security' }).click()
  await page.getByRole('link', { name: 'Personal information' }).click()
  await expect(page.getByLabel('Last name')).toHaveValue('Lovelace')
  await page.unroute('**/api/verification/save-draft-personal')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible(healing)
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(page.getByLabel('Last name')).toHaveValue('Lovelace')
})

test('while the provider’s page cannot be loaded that is said, and it goes on by itself', async ({ page }) => {
  await applicantAtDocuments(page, 'frame')
  await page.route('**/websdk/websdk.html*', (route) => route.abort())
  await page.goto('/kyc-verification')
  await expect(page.getByText('The verification service is not responding')).toBeVisible(healing)
  await page.unroute('**/websdk/websdk.html*')
  await expect(page.frameLocator('main iframe').getByRole('heading')).toHaveText('Your document', healing)
  await expect(page.getByText('The verification service is not responding')).toBeHidden()
})

test('a visitor is led to sign in and comes back to the verification', async ({ page }) => {
  const person = await registerPerson(stackOfRun, newPerson('came'))
  await page.goto('/kyc-verification')
  await expect(page).toHaveURL('/signin?return=%2Fkyc-verification')
  await page.getByLabel('E-mail or username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/kyc-verification')
  await expect(page.getByText('A few steps come first')).toBeVisible()
  await page.getByRole('link', { name: 'Continue where you left off' }).click()
  await expect(page).toHaveURL('/Registration/security')
})

test('the provider’s kit is loaded by nobody who does not use it', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await applicantAtDocuments(page, 'lazy')
  await page.goto('/Registration/personal-information')
  await page.getByRole('button', { name: 'About you' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  expect(loaded.filter((address) => address.includes('documents-frame'))).toEqual([])
  await page.goto('/Registration/documents')
  await expect(page.frameLocator('main iframe').getByRole('heading')).toHaveText('Your document')
  expect(loaded.some((address) => address.includes('documents-frame'))).toBe(true)
})
