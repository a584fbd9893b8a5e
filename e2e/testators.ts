import { randomInt, randomUUID } from 'node:crypto'
import { setPin } from '@ingot/endpoints/credentials'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { type EstateDetails, readEstate } from '@ingot/endpoints/estate-desk'
import type { EstatePart } from '@ingot/endpoints/estate-fields'
import { confirmNominees, saveNomineeDraft } from '@ingot/endpoints/nominees'
import { type Browser, expect, type Page } from '@playwright/test'
import { openBanker } from './bank-people.ts'
import type { Operator } from './operators.ts'
import { letTimePass } from './passing-time.ts'
import { linkMailed, type PersonInTest, registerPerson, signIn, stackOfRun } from './people.ts'
import { bookGae, buyQmgt } from './savers.ts'
import { actAs, payIn, pin, type Sender } from './senders.ts'
import { balanceOf, callAs } from './traders.ts'
import { applicantOf } from './verified-people.ts'

/** A name that nobody else has: whoever is said to have died is found by it. */
export const newLastName = () =>
  `Byron${Array.from({ length: 8 }, () => String.fromCharCode(97 + randomInt(26))).join('')}`

export type Named = { firstName: string; lastName: string; dateOfBirth: string }

/** Somebody with PIN, 2FA, dollars, QMGT and a holding: less than what a court has to look at. */
export const openTestator = async (browser: Browser, named: Named) => {
  const opened = await openBanker(browser, 'testator', named)
  await payIn(opened.page, '20000')
  await expect.poll(() => balanceOf(opened.page, 'USDT'), { timeout: 90_000 }).toBe('20000')
  await buyQmgt(opened.page, '10')
  await bookGae(opened.page, '5')
  return opened
}

type Nominee = Named & { contact: string; share: number; guardian: (Named & { contact: string }) | null }

/** Names people without the page, and lets the two days pass after which they hold. */
export const nominate = async (page: Page, sender: Sender, all: readonly Nominee[]) => {
  const lives = { middleName: '', address: '12 St James’s Square', city: 'London', postalCode: 'SW1Y 4JH' }
  const nominees = all.map((each) => ({ ...each, ...lives, relationTestator: 'Child', idType: 'PASSPORT' }))
  const draft = await callAs(page, 'PUT', saveNomineeDraft.path, { data: { namesNobody: false, nominees } })
  await actAs(page, sender, confirmNominees, { draft: draft.id, changedAt: draft.changedAt })
  await letTimePass('hours of nominees', { of: sender.person.username })
}

export const today = () => new Date().toISOString().slice(0, 10)

/** Three fields with a name of their own. */
const enterDay = async (page: Page, name: string, date: string) => {
  const [year = '', month = '', day = ''] = date.split('-')
  const group = page.getByRole('group', { name })
  await group.getByLabel('Day').fill(day)
  await group.getByLabel('Month').selectOption(month)
  await group.getByLabel('Year').fill(year)
}

/** As anybody can, without an account, on the public page. */
export const reportAs = async (browser: Browser, deceased: Named, email: string) => {
  const page = await (await browser.newContext({ baseURL: stackOfRun.portal })).newPage()
  await page.goto('/report-a-death')
  await page.getByLabel('First name').fill(deceased.firstName)
  await page.getByLabel('Last name').fill(deceased.lastName)
  await enterDay(page, 'Date of birth', deceased.dateOfBirth)
  await enterDay(page, 'Date of death', today())
  await page.getByLabel('Your name').fill('Ben Byron')
  await page.getByLabel('Your e-mail').fill(email)
  await page.getByLabel('You are their').selectOption('Child')
  await page.getByRole('button', { name: 'Send the report' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your report')
  await page.context().close()
}

export const inheritanceFor = ({ email }: PersonInTest): Promise<string> =>
  linkMailed(stackOfRun, email, '/inheritance')

/** Somebody who was named, and only then becomes a customer: registered, verified under his own name, with a PIN. */
export const openHeir = async (browser: Browser, heir: PersonInTest & Named): Promise<Page> => {
  const { firstName, lastName, dateOfBirth, ...person } = heir
  await registerPerson(stackOfRun, person)
  const applicant = await applicantOf(stackOfRun, person, { firstName, lastName, dateOfBirth })
  await applicant.call(setPin, { body: { password: person.password, pin } })
  await applicant.pass()
  const page = await (await browser.newContext({ baseURL: stackOfRun.portal })).newPage()
  await signIn(page, person)
  await expect(page).toHaveURL('/')
  return page
}

/** Says on the page behind the link that it is him, with the PIN. */
export const receive = async (page: Page, link: string, told: RegExp) => {
  await page.goto(link)
  await expect(page.getByText(told)).toBeVisible()
  await page.getByRole('button', { name: 'Receive it' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Confirm with your PIN' })).toBeVisible()
  await page.keyboard.type(pin)
  await expect(page).toHaveURL('/inheritances')
}

export const estateOf = ({ page }: Operator, id: string): Promise<EstateDetails> =>
  callAs(page, 'GET', readEstate.path.replace(':id', id))

export const doAtEstate = ({ page }: Operator, endpoint: Endpoint, id: string, data: object) =>
  callAs(page, 'POST', endpoint.path.replace(':id', id), { data, headers: { 'idempotency-key': randomUUID() } })

/** Exact decimals as whole units, so that shares are counted to the last one. */
export const unitsOf = (amount: string): bigint => {
  const [whole = '0', decimals = ''] = amount.split('.')
  return BigInt(whole + decimals.padEnd(18, '0'))
}

export const partIn = (parts: readonly EstatePart[], asset: string): EstatePart => {
  const found = parts.find((part) => part.asset === asset)
  if (!found) throw new Error(`nothing of ${asset} is passed on`)
  return found
}

export const paper = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${name}\n%%EOF\n`),
})
