import { randomUUID } from 'node:crypto'
import { aimOf } from '@ingot/endpoints/aim'
import {
  checkPendingTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  generateTwoFactor,
  verifyTwoFactor,
} from '@ingot/endpoints/credentials'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { checkEstate, findDeceased, listEstates, waitForOwner } from '@ingot/endpoints/estate-desk'
import { changePassword } from '@ingot/endpoints/identity'
import { expect, type Page } from '@playwright/test'
import type { Operator } from './operators.ts'
import { appOf, mailTo, type PersonInTest, stackOfRun } from './people.ts'
import { changePinOf, type Sender } from './senders.ts'
import { callAs } from './traders.ts'

/** The mail that says this, however many came before it. */
export const mailAbout = async (email: string, subject: string, after?: string) => {
  let mail = await mailTo(stackOfRun, email, after)
  while (mail.subject !== subject) mail = await mailTo(stackOfRun, email, mail.id)
  return mail
}

/** Three fields with a name of their own. */
export const enterDay = async (page: Page, name: string, date: string) => {
  const [year = '', month = '', day = ''] = date.split('-')
  const group = page.getByRole('group', { name })
  await group.getByLabel('Day').fill(day)
  await group.getByLabel('Month').selectOption(month)
  await group.getByLabel('Year').fill(year)
}

const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).press('Enter')

export type Told = { firstName: string; lastName?: string; born?: string; share?: string; guardian?: string }

/** Enters somebody in steps, from the first to the one that shows it all. */
export const enterNominee = async (
  page: Page,
  { firstName, lastName = 'Weber', born = '1980-02-03', share, guardian }: Told,
) => {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Who it is')
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await enterDay(page, 'Date of birth', born)
  await next(page)
  await expect(heading).toHaveText('Contact and address')
  await page.getByLabel('E-mail or phone').fill(`${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`)
  await page.getByLabel('Address', { exact: true }).fill('1 High Street')
  await page.getByLabel('City').fill('London')
  await next(page)
  await expect(heading).toHaveText('Relation and document')
  await page.getByLabel('Relation to you').selectOption('Child')
  await page.getByLabel('Document they will identify themselves with').selectOption('PASSPORT')
  await next(page)
  await expect(heading).toHaveText('Share')
  if (share !== undefined) await page.getByLabel('Share in percent').fill(share)
  await next(page)
  if (guardian !== undefined) {
    await expect(heading).toHaveText('Guardian')
    await page.getByLabel('Guardian’s first name').fill(guardian)
    await page.getByLabel('Guardian’s last name').fill('Weber')
    await page.getByLabel('Guardian’s e-mail or phone').fill('+44 20 7946 0999')
    await enterDay(page, 'Guardian’s date of birth', '1975-05-06')
    await next(page)
  }
  await expect(heading).toHaveText('Look it over')
}

/** By password and code. */
const doAt = async ({ page, person, code }: Operator, endpoint: Endpoint, id: string, data: object) =>
  callAs(page, 'POST', endpoint.path.replace(':id', id), {
    data: { ...data, password: person.password, inputCode: await code() },
    headers: { 'idempotency-key': randomUUID() },
  })

/** Compliance finds whose account it is, looks into it, and waits for the owner. */
export const lookInto = async (operator: Operator, reference: string, { username }: PersonInTest) => {
  const { page } = operator
  const reports: { id: string; reference: string }[] = await callAs(page, 'GET', listEstates.path)
  const id = reports.find((report) => report.reference === reference)?.id ?? ''
  const found: { customer: { id: string; username: string }; matches: string[] }[] = await callAs(
    page,
    'GET',
    findDeceased.path.replace(':id', id),
  )
  const owner = found.find(({ customer }) => customer.username === username)
  expect(owner?.matches).toContain('email')
  await doAt(operator, checkEstate, id, { customer: owner?.customer.id, reason: 'Name and birthday are the same' })
  await doAt(operator, waitForOwner, id, { reason: 'The certificate looks right' })
  return id
}

/** Another password, PIN and app, as the pages for them would. */
export const renewAll = async (page: Page, sender: Sender): Promise<Sender> => {
  const password = 'seven quiet lanterns drift'
  const body = { currentPassword: sender.person.password, password, passwordConfirmation: password }
  const aim = await aimOf(changePassword, '', { body })
  await callAs(page, 'POST', verifyTwoFactor.path, { data: { token: await sender.nextCode(), ...aim } })
  await callAs(page, 'POST', changePassword.path, { data: body })
  const person = { ...sender.person, password }
  await changePinOf(page, { ...sender, person })
  await callAs(page, 'POST', disableTwoFactor.path, { data: { inputCode: await sender.nextCode(), password } })
  const { secret } = await callAs(page, 'POST', generateTwoFactor.path, { data: { password } })
  const nextCode = appOf(secret, person.username)
  await callAs(page, 'POST', checkPendingTwoFactor.path, { data: { secret, token: await nextCode() } })
  await callAs(page, 'POST', enableTwoFactor.path, { data: { mfaSecret: secret, password } })
  return { ...sender, person, nextCode }
}
