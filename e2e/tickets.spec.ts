import { sandboxClient } from '@ingot/sandbox/client'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { openOperator } from './operators.ts'
import { expectAccessibleInBothSchemes, listenForComplaints } from './page-checks.ts'
import { mailTo, newPerson, stackOfRun } from './people.ts'

test.describe.configure({ timeout: 180_000 })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const openVisitor = async (browser: Browser) => {
  const context = await browser.newContext({ baseURL: stackOfRun.portal, reducedMotion: 'reduce' })
  return context.newPage()
}

/** The mail that begins so, however many came before it. */
const mailAbout = async (email: string, subject: string) => {
  let mail = await mailTo(stackOfRun, email)
  while (!mail.subject.startsWith(subject)) mail = await mailTo(stackOfRun, email, mail.id)
  return mail
}

test('a visitor asks, is answered in the console by mail, and answers by mail, which lands in the ticket', async ({
  browser,
}) => {
  const { email } = newPerson('visitor')
  const page = await openVisitor(browser)
  const expectNoComplaints = listenForComplaints(page)
  await page.goto('/contact-us')
  await page.getByLabel('Your name').fill('Vera Visitor')
  await page.getByLabel('Your e-mail').fill(email)
  await page.getByLabel('What it is about').selectOption('Something else')
  await page.getByLabel('Your message').fill('How do I begin? My PIN is 274915.')
  await expectAccessibleInBothSchemes(page)
  await button(page, 'Send the message').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'We have your message' })).toBeVisible()
  const reference = (await page.getByText(/^T-\d{4}-\d{6,}$/).textContent()) ?? ''
  await expect(page.getByText('looked like a code, a PIN or a card number')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await mailAbout(email, 'We have your message')

  const { page: desk, expectNoComplaints: expectNoneAtDesk } = await openOperator(browser, ['Support'])
  await desk.goto('/operator/tickets')
  await desk.getByRole('link').filter({ hasText: reference }).click()
  await expect(desk.getByText('How do I begin? My PIN is ••••.')).toBeVisible()
  await button(desk, 'Take it').click()
  await expect(button(desk, 'Give it back')).toBeVisible()
  await expectAccessibleInBothSchemes(desk)
  await desk.getByLabel('Your answer').fill('Please register first.\n\nIt takes five minutes.')
  await button(desk, 'Send the answer').click()
  await expect(desk.getByRole('heading', { level: 2, name: 'Answer' })).toBeVisible()
  await expect(desk.getByText('It takes five minutes.', { exact: false }).first()).toBeVisible()

  const answered = await mailAbout(email, 'We have answered your ticket')
  expect(answered.text).toContain('It takes five minutes.')
  await sandboxClient(stackOfRun.sandbox).mail.reply(answered.id, 'Thank you, I will.')
  await desk.reload()
  await expect(desk.getByText('Thank you, I will.', { exact: true })).toBeVisible()
  await expect(desk.getByText('It takes five minutes.', { exact: false })).toHaveCount(1)

  await page.goto(answered.linkTo('/contact-us/ticket'))
  await expect(page.getByRole('heading', { level: 1, name: reference })).toBeVisible()
  await expect(page.getByText('Thank you, I will.', { exact: true })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  expectNoComplaints()
  expectNoneAtDesk()
})
