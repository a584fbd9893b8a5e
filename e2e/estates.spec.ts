import { type Approval, approve as approveCall, listApprovals } from '@ingot/endpoints/approvals'
import { type EstateDetails, estateThing, waitForOwner } from '@ingot/endpoints/estate-desk'
import { readNominees } from '@ingot/endpoints/nominees'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { openBanker } from './bank-people.ts'
import { approve, ask, type Operator, openOperator } from './operators.ts'
import { expectAccessibleInBothSchemes, settle } from './page-checks.ts'
import { letTimePass } from './passing-time.ts'
import { newPerson, type PersonInTest } from './people.ts'
import { holdingsOf } from './savers.ts'
import type { Sender } from './senders.ts'
import {
  doAtEstate,
  estateOf,
  inheritanceFor,
  type Named,
  newLastName,
  nominate,
  openHeir,
  openTestator,
  paper,
  partIn,
  receive,
  reportAs,
  today,
  unitsOf,
} from './testators.ts'
import { balanceOf, callAs } from './traders.ts'

// One estate after the other, decided by the same operators.
test.describe.configure({ mode: 'serial', timeout: 400_000 })

let operators: [Operator, Operator]

test.beforeAll(async ({ browser }) => {
  operators = await Promise.all([openOperator(browser, ['Compliance']), openOperator(browser, ['Owner'])])
})

test.afterAll(async () => {
  for (const { page } of operators) await page.context().close()
})

const expectState = (page: Page, state: string) =>
  expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 2, name: state, exact: true })).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })

const expectAccessible = async (page: Page) => {
  await settle(page)
  await expectAccessibleInBothSchemes(page)
}

/** Decides by keyboard in the dialog that is open: the reason has the focus. */
const decide = async ({ page, prove }: Operator, name: string, button: string) => {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('I have looked at it')
  await prove(dialog)
  await dialog.getByRole('button', { name: button }).press('Enter')
  await expect(dialog).toBeHidden()
}

const idShown = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

const openReport = async ({ page }: Operator, { firstName, lastName }: Named): Promise<string> => {
  await page.goto('/operator/estates?state=Reported')
  await page.getByRole('link', { name: new RegExp(`^${firstName} ${lastName}`) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${firstName} ${lastName}`)
  return idShown(page)
}

const check = async (operator: Operator, { username }: PersonInTest) => {
  const { page } = operator
  await page.getByRole('button', { name: `Check this account: ${username}` }).press('Enter')
  await decide(operator, `Check the account of ${username}`, 'Freeze and check')
  await expect(page.getByRole('heading', { level: 2, name: 'Checking', exact: true })).toBeVisible()
}

const frozenSince = async (page: Page) => (await callAs(page, 'GET', readNominees.path)).frozenSince

/** Adds a paper on the page, and accepts it. */
const addPaper = async (page: Page, file: string, kind: string, whose?: string) => {
  await page.getByRole('button', { name: 'Add a paper' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a paper' })
  await dialog.getByLabel('What it is').selectOption(kind)
  if (whose !== undefined) await dialog.getByLabel('Whose it is').selectOption(whose)
  await dialog.getByLabel('Paper', { exact: true }).setInputFiles(paper(file))
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: `Accept ${file}` }).click()
  const accepting = page.getByRole('dialog', { name: `Accept ${file}` })
  await accepting.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(accepting).toBeHidden()
}

test('a report that is wrong stops nothing before somebody looks, and leaves the account as it was', async ({
  browser,
}) => {
  const [compliance] = operators
  const owner: Named = { firstName: 'Dora', lastName: newLastName(), dateOfBirth: '1961-07-08' }
  const { sender, page: own, context } = await openBanker(browser, 'alive', owner)
  const { page } = compliance
  await page.goto('/operator/estates')
  await page.getByRole('button', { name: 'Report a death' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report a death' })
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await dialog.getByLabel('First name').fill(owner.firstName)
  await dialog.getByLabel('Last name').fill(owner.lastName)
  await dialog.getByLabel('Date of birth').fill(owner.dateOfBirth)
  await dialog.getByLabel('Date of death').fill(today())
  await dialog.getByLabel('Name', { exact: true }).fill('Ed Byron')
  await dialog.getByLabel('Relation').selectOption('Friend')
  await dialog.getByLabel('E-mail', { exact: true }).fill(newPerson('friend').email)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Report', exact: true }).press('Enter')
  await expect(dialog.getByText('is written down, and nothing is stopped yet')).toBeVisible()
  await dialog.getByRole('link', { name: 'Look at it' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Reported', exact: true })).toBeVisible()
  expect(await frozenSince(own)).toBeNull()
  await expectAccessible(page)
  await check(compliance, sender.person)
  expect(await frozenSince(own)).not.toBeNull()
  await page.getByRole('button', { name: 'Refuse it' }).press('Enter')
  await decide(compliance, `Refuse report ${(await estateOf(compliance, idShown(page))).reference}`, 'Refuse')
  await expect(page.getByRole('heading', { level: 2, name: 'Refused', exact: true })).toBeVisible()
  expect(await frozenSince(own)).toBeNull()
  await context.close()
})

let owner: Named
let testator: { sender: Sender; page: Page }
let guardian: { sender: Sender; page: Page }
let later: Named & PersonInTest
let estate: string

/** Everybody of one story: who dies, a child with a guardian who is a customer, and somebody who is not one yet. */
const begin = async (browser: Browser) => {
  owner = { firstName: 'Ada', lastName: newLastName(), dateOfBirth: '1955-12-10' }
  later = { ...newPerson('heir'), firstName: 'Ben', lastName: newLastName(), dateOfBirth: '1990-02-03' }
  const gus: Named = { firstName: 'Gus', lastName: newLastName(), dateOfBirth: '1980-01-01' }
  ;[testator, guardian] = await Promise.all([openTestator(browser, owner), openBanker(browser, 'guardian', gus)])
  const cleo = { firstName: 'Cleo', lastName: owner.lastName, dateOfBirth: `${new Date().getUTCFullYear() - 9}-05-06` }
  const { firstName, lastName, dateOfBirth, email } = later
  await nominate(testator.page, testator.sender, [
    { firstName, lastName, dateOfBirth, contact: email, share: 6667, guardian: null },
    {
      ...{ ...cleo, contact: '+44 20 7946 0019', share: 3333 },
      guardian: { ...gus, contact: guardian.sender.person.email },
    },
  ])
}

test('a death that was reported is looked into, waited for, and papers are accepted', async ({ browser }) => {
  await begin(browser)
  const [compliance] = operators
  const { page } = compliance
  await reportAs(browser, owner, later.email)
  estate = await openReport(compliance, owner)
  expect(await frozenSince(testator.page)).toBeNull()
  await check(compliance, testator.sender.person)
  await page.getByRole('button', { name: 'Begin the 30 days' }).press('Enter')
  await decide(compliance, 'Begin the 30 days', 'Begin')
  await expect(page.getByText('The 30 days are over on')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take over who receives' })).toHaveCount(0)
  // Nor past the page.
  const proof = { password: compliance.person.password, inputCode: await compliance.code() }
  await expect(doAtEstate(compliance, waitForOwner, estate, { reason: 'Once more', ...proof })).rejects.toThrow()
  await letTimePass('days of waiting', { of: testator.sender.person.username })
  await expectState(page, 'Waiting')
  await page.getByRole('button', { name: 'Take over who receives' }).press('Enter')
  await decide(compliance, 'Take over who receives', 'Take over')
  await expect(page.getByRole('heading', { level: 2, name: 'Documents', exact: true })).toBeVisible()
  const receiving = page.getByRole('region', { name: 'Who receives' })
  await expect(receiving.getByRole('listitem')).toHaveText([/^Ben .*66\.67 %/, /^Cleo .*33\.33 %.*Under age.*Gus/])
  await expect(page.getByText('No death certificate was accepted yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask to approve it' })).toHaveCount(0)
  await addPaper(page, 'certificate.pdf', 'death-certificate')
  await addPaper(page, 'ben.pdf', 'identity', `Ben ${later.lastName}`)
  await expectAccessible(page)
  await addPaper(page, 'cleo.pdf', 'identity', `Cleo ${owner.lastName}`)
  await expect(page.getByText('Nothing. It can be approved.')).toBeVisible()
})

/** What an account has of each thing, in whole units. */
const hadOf = async (page: Page) => ({
  QMGT: unitsOf(await balanceOf(page, 'QMGT')),
  USDT: unitsOf(await balanceOf(page, 'USDT')),
  GAE: (await holdingsOf(page, '?product=GAE')).reduce((sum, { open }) => sum + unitsOf(open), 0n),
})

const sharesOf = ({ beneficiaries }: EstateDetails, asset: string) => {
  const [ben, cleo] = beneficiaries.map(({ parts }) => unitsOf(partIn(parts, asset).amount))
  return [ben ?? 0n, cleo ?? 0n] as const
}

/** Whoever asked for it is not offered to approve it, and cannot past the page. */
const expectNotOwn = async ({ page, person, code }: Operator) => {
  const thing = estateThing(estate)
  const [asked]: Approval[] = await callAs(page, 'GET', `${listApprovals.path}?show=open&thing=${thing}`)
  expect(asked).toMatchObject({ action: 'approve-estate', mayDecide: false, mayWithdraw: true })
  const data = { note: 'I am sure', password: person.password, inputCode: await code() }
  await expect(
    callAs(page, 'POST', approveCall.path.replace(':id', asked?.id ?? ''), {
      data,
      headers: { 'idempotency-key': crypto.randomUUID() },
    }),
  ).rejects.toThrow()
}

test('two approve, a guardian receives for a child, and somebody who registers months later has exactly his share', async ({
  browser,
}) => {
  const [compliance, second] = operators
  const { page } = compliance
  const had = await hadOf(testator.page)
  await page.goto(`/operator/estates/${estate}`)
  const { reference } = await estateOf(compliance, estate)
  await page.getByRole('button', { name: 'Ask to approve it' }).press('Enter')
  await ask(compliance, `Approve estate ${reference}`, 'All papers are here')
  await expect(page.getByText('Approve an estate: waiting for approval')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask to refuse it' })).toHaveCount(0)
  await expectNotOwn(compliance)
  await approve(second, 'Approve an estate', compliance.person)
  await page.goto(`/operator/estates/${estate}`)
  await expectState(page, 'Approved')
  await expectAccessible(page)
  await expect(frozenSince(testator.page)).rejects.toThrow()

  await letTimePass('asking of beneficiaries')
  await receive(guardian.page, await inheritanceFor(guardian.sender.person), /You receive it as guardian/)
  await expectState(page, 'Approved')
  await letTimePass('months of a beneficiary', { of: testator.sender.person.username })
  const heir = await openHeir(browser, later)
  await receive(heir, await inheritanceFor(later), /left you 66.67 %/)
  await expectState(page, 'Distributed')

  const known = await estateOf(compliance, estate)
  for (const asset of ['QMGT', 'USDT', 'GAE'] as const) {
    const [ben, cleo] = sharesOf(known, asset)
    expect(ben + cleo).toBe(had[asset])
    // Rounded down by less than what is shown; the odd rest is the other one's, who has more.
    const exact = (had[asset] * 3333n) / 10_000n
    expect(exact - cleo).toBeGreaterThanOrEqual(0n)
    expect(exact - cleo).toBeLessThan(10n ** 12n)
  }
  for (const [at, who] of [heir, guardian.page].entries()) {
    const { parts = [] } = known.beneficiaries[at] ?? {}
    const has = await hadOf(who)
    expect(has.QMGT).toBe(unitsOf(partIn(parts, 'QMGT').amount))
    expect(has.USDT).toBe(unitsOf(partIn(parts, 'USDT').amount))
    expect(has.GAE).toBe(unitsOf(partIn(parts, 'GAE').amount))
    const [holding] = await holdingsOf(who, '?product=GAE')
    expect(Number(holding?.cost)).toBeCloseTo(Number(partIn(parts, 'GAE').cost), 2)
    expect(Number(holding?.cost)).toBeGreaterThan(0)
  }
  await heir.context().close()
})
