import { listWithdrawals } from '@ingot/endpoints/withdrawals'
import { sandboxClient } from '@ingot/sandbox/client'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { approve, ask, type Operator, openOperator } from './operators.ts'
import { expectAccessibleInBothSchemes, settle } from './page-checks.ts'
import { stackOfRun } from './people.ts'
import type { Sender } from './senders.ts'
import { balanceOf, callAs } from './traders.ts'
import { approveFor, barBySerial, openWithdrawer, pack, requestAs, send, withdrawalOf } from './withdrawers.ts'

// There is one vault, whose bars are counted: these go one after the other.
test.describe.configure({ mode: 'serial', timeout: 300_000 })

let customer: { sender: Sender; page: Page }
let operators: [Operator, Operator]

const open = async (browser: Browser) => {
  const [withdrawer, first, second] = await Promise.all([
    openWithdrawer(browser, '60'),
    openOperator(browser, ['Vault']),
    openOperator(browser, ['Vault']),
  ])
  customer = withdrawer
  operators = [first, second]
}

test.beforeAll(({ browser }) => open(browser))

test.afterAll(async () => {
  for (const { page } of [customer, ...operators]) await page.context().close()
})

const courier = () => sandboxClient(stackOfRun.sandbox).courier
const pageOf = (id: string) => `/operator/withdrawals/${id}`

/** Asked for without the page, one bar of a size. */
const askedFor = async (size: string, way: 'deliver' | 'collect') => {
  const [made] = await requestAs(customer.page, customer.sender, { bars: [{ size, count: 1 }], way })
  if (!made) throw new Error('nothing was asked for')
  return made
}

/** What the page is about is its first part's heading. */
const expectState = (page: Page, state: string) =>
  expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 2, name: state, exact: true })).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })

const newTracking = () => `DK${Date.now()}${Math.floor(Math.random() * 900 + 100)}`

const noteSent = async (page: Page): Promise<string> => {
  const tracking = newTracking()
  await page.getByLabel('Tracking number').fill(tracking)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Sent', exact: true })).toBeVisible()
  return tracking
}

/** As soon as the carrier follows it. */
const courierActs = (tracking: string, act: 'lose' | 'deliver' | 'return') =>
  expect(async () => {
    await courier().act(tracking, { act })
  }).toPass({ timeout: 60_000 })

/** By keyboard alone, as a scanner types: the field keeps the focus from one serial to the next. */
const scan = async (page: Page, serial: string) => {
  await page.keyboard.type(serial)
  await page.keyboard.press('Enter')
}

const packByKeyboard = async ({ page, person, code }: Operator, serial: string) => {
  await page.getByLabel('Serial of a bar').focus()
  await scan(page, 'NOT-THIS-ONE')
  await expect(page.getByRole('status').filter({ hasText: 'does not belong' })).toContainText(
    'NOT-THIS-ONE does not belong to this withdrawal.',
  )
  await expect(page.getByRole('button', { name: 'Pack it' })).toHaveCount(0)
  await scan(page, serial.toLowerCase())
  await expect(page.getByRole('status').filter({ hasText: 'is right' })).toContainText('All bars are scanned.')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  // Past the button that checks, where there is no camera.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pack it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your password')).toBeFocused()
  await page.keyboard.type(person.password)
  await page.getByLabel('2FA code').focus()
  await page.keyboard.type(await code())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Packed', exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const picture = {
  name: 'parcel.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

const openLabel = async (page: Page) => {
  const [label] = await Promise.all([
    page.waitForResponse(/\/operator\/withdrawals\/[\w-]+\/label$/),
    page.getByRole('button', { name: 'Open the label' }).click(),
  ])
  expect([label.status(), label.headers()['content-type']]).toEqual([200, 'application/pdf'])
}

test('a parcel is packed by another than whoever approved it, lost, and replaced in grams by two', async () => {
  const [first, second] = operators
  const made = await askedFor('10', 'deliver')
  const serial = made.bars[0]?.serial ?? ''
  const { page } = first
  await page.goto('/operator/withdrawals?state=Requested')
  await page.getByRole('link', { name: new RegExp(`^Withdrawal ${made.number}\\b`) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Withdrawal ${made.number}`)
  await page.getByRole('link', { name: 'Decide it in the queue' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  const approving = page.getByRole('dialog', { name: 'Approve' })
  await approving.getByLabel('Reason').fill('All is in order')
  await approving.getByRole('button', { name: 'Approve' }).click()
  await expect(approving).toBeHidden()
  // Neither on the page nor past it.
  await page.goto(pageOf(made.id))
  await expect(page.getByText('You approved this withdrawal, so another operator has to pack it.')).toBeVisible()
  await expect(page.getByLabel('Serial of a bar')).toHaveCount(0)
  await expect(pack(first, made)).rejects.toThrow()
  expect((await withdrawalOf(customer.page, made.id)).state).toBe('Approved')

  await second.page.goto(`/operator/queues/withdrawals?item=withdrawal:${made.id}`)
  await second.page.getByRole('link', { name: 'Open its page' }).click()
  await packByKeyboard(second, serial)
  await openLabel(second.page)
  await second.page.getByLabel('Picture of the parcel').setInputFiles(picture)
  await expect(second.page.getByRole('img', { name: 'The parcel, 1 of 1' })).toBeVisible()
  const tracking = await noteSent(second.page)
  expect(await barBySerial(second, serial)).toMatchObject({ leftAt: expect.any(String) })

  await courierActs(tracking, 'lose')
  await expectState(page, 'Lost')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Replace it' }).click()
  await ask(first, `Replace withdrawal ${made.number}`, 'The carrier has lost it')
  await expect(page.getByText('Replace a lost withdrawal: waiting for approval')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Credit the grams' })).toHaveCount(0)
  await approve(second, 'Replace a lost withdrawal', first.person)
  await expectState(page, 'Replaced')
})

test('what stands in its place is packed and delivered like any other, without a fee', async () => {
  const [first, second] = operators
  const all: { id: string; replaces: string | null }[] = await callAs(customer.page, 'GET', listWithdrawals.path)
  const { id = '' } = all.find(({ replaces }) => replaces !== null) ?? {}
  const replacement = await withdrawalOf(customer.page, id)
  expect(replacement.fees.total).toMatch(/^0(?:\.0+)?$/)
  // Whoever approved that it is replaced has approved it.
  await second.page.goto(pageOf(id))
  await expect(second.page.getByText('You approved this withdrawal')).toBeVisible()
  await first.page.goto(pageOf(id))
  await packByKeyboard(first, replacement.bars[0]?.serial ?? '')
  const tracking = await noteSent(first.page)
  await courierActs(tracking, 'deliver')
  await expectState(first.page, 'Delivered')
  await expect(first.page.getByRole('list', { name: 'What the carrier told' })).toBeVisible()
})

test('a parcel that came back is in the register again only after an assay, and the customer has the grams again', async () => {
  const [first, second] = operators
  const before = Number(await balanceOf(customer.page, 'QMGT'))
  const made = await askedFor('20', 'deliver')
  const serial = made.bars[0]?.serial ?? ''
  await approveFor(first, customer.sender)
  await pack(second, made)
  await send(second, made.id)
  const { page } = first
  await page.goto(pageOf(made.id))
  await page.getByRole('button', { name: 'It came back' }).click()
  const returned = page.getByRole('dialog', { name: `Withdrawal ${made.number} came back` })
  await returned.getByLabel('Reason').fill('Nobody was at home three times')
  await returned.getByRole('button', { name: 'It came back' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Returned', exact: true })).toBeVisible()
  expect(await barBySerial(first, serial)).toMatchObject({ leftAt: expect.any(String), round: 1 })

  await page.getByRole('button', { name: 'Take it back after an assay' }).click()
  const dialog = page.getByRole('dialog', { name: `Take back withdrawal ${made.number}` })
  await dialog.getByLabel('Number of the assay’s report').fill('A-2026/17')
  await dialog.getByLabel('Fineness').fill('999.9')
  await dialog.getByLabel('Gross grams').fill('20')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await ask(first, `Take back withdrawal ${made.number}`, 'It came back whole')
  await approve(second, 'Take a returned withdrawal back', first.person)
  await expectState(page, 'Credited')
  await expect(page.getByRole('region', { name: 'What became of it' })).toContainText('A-2026/17')
  expect(await barBySerial(first, serial)).toMatchObject({ leftAt: null, round: 2 })
  expect(Number(await balanceOf(customer.page, 'QMGT'))).toBeCloseTo(before, 6)
})

test('at the counter a release code is not to be guessed, and another one hands over', async () => {
  const [first, second] = operators
  const made = await askedFor('5', 'collect')
  await approveFor(first, customer.sender)
  await pack(second, made)
  const { page } = second
  await page.goto(pageOf(made.id))
  await page.getByRole('button', { name: 'It lies at the counter' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Ready', exact: true })).toBeVisible()
  const { releaseCode } = await withdrawalOf(customer.page, made.id)
  const right = Number(releaseCode)
  for (let wrong = 1; wrong <= 5; wrong++) {
    await page.getByLabel('Release code').fill(String((right + wrong) % 1_000_000).padStart(6, '0'))
    await page.getByRole('button', { name: 'Hand over' }).click()
    if (wrong < 5) await expect(page.getByText('This is not the code. Please ask for it again.')).toBeVisible()
    await expect(page.getByText('Wrong release codes', { exact: true }).locator('xpath=..')).toContainText(
      String(wrong),
    )
  }
  await expect(page.getByText(/^5 wrong codes were entered, so none is taken any more/)).toBeVisible()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  // Nor is the right one, past the page.
  await expect(
    callAs(page, 'POST', `/operator/withdrawals/${made.id}/hand-over`, {
      data: { code: releaseCode },
      headers: { 'idempotency-key': crypto.randomUUID() },
    }),
  ).rejects.toThrow('This is not the code')
  expect((await withdrawalOf(customer.page, made.id)).state).toBe('Ready')

  await page.getByRole('button', { name: 'Give a new code' }).click()
  const renewing = page.getByRole('dialog', { name: `A new release code for withdrawal ${made.number}` })
  await renewing.getByLabel('Reason').fill('The passport is the customer’s')
  await renewing.getByRole('button', { name: 'Give a new code' }).click()
  await expect(renewing).toBeHidden()
  const renewed = (await withdrawalOf(customer.page, made.id)).releaseCode ?? ''
  await page.getByLabel('Release code').fill(renewed)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Delivered', exact: true })).toBeVisible()
})
