import { readInfo } from '@ingot/endpoints/account'
import { makeQuote } from '@ingot/endpoints/trade'
import { expect, test } from '@playwright/test'
import { approve, ask, openOperator } from './operators.ts'
import { expectAccessible } from './page-checks.ts'
import { enter, stackOfRun } from './people.ts'
import { attestAndMint } from './stack-parts.ts'
import { verifiedPerson } from './verified-people.ts'

// Each operator waits for a fresh code before each proof.
test.describe.configure({ timeout: 240_000 })

test('one operator freezes an account and asks to unfreeze it, and it takes another one', async ({ browser }) => {
  const [customer, first, second] = [
    await verifiedPerson(stackOfRun, 'frozen'),
    await openOperator(browser),
    await openOperator(browser),
  ]
  const { page } = first
  // From anywhere, by keyboard alone.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(customer.username)
  await expect(page.getByRole('option', { name: customer.username })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(customer.username)

  await page.getByRole('button', { name: 'Freeze' }).click()
  const freezing = page.getByRole('dialog', { name: 'Freeze' })
  await expect(freezing).toContainText('“We froze your account”')
  await freezing.getByLabel('Reason').fill('The customer lost a phone')
  await freezing.getByRole('button', { name: 'Freeze' }).click()
  await expect(freezing).toBeHidden()

  await page.getByRole('button', { name: 'Unfreeze' }).click()
  await ask(first, 'Unfreeze', 'The customer has a new phone')
  await expect(page.getByText('Unfreeze an account: waiting for approval')).toBeVisible()
  await expectAccessible(page)
  // Not by whoever asked.
  await page.goto('/operator/approvals?show=mine')
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await approve(second, 'Unfreeze an account', first.person)
  const { call } = await enter(stackOfRun, customer)
  await second.page.goto(`/operator/customers/${(await call(readInfo)).data.id}`)
  await expect(second.page.getByRole('button', { name: 'Freeze', exact: true })).toBeVisible()
  await second.page.goto('/operator/audit')
  await expect(second.page.getByText('The customer has a new phone').first()).toBeVisible()
  await expectAccessible(second.page)
  first.expectNoComplaints()
  second.expectNoComplaints()
})

test('a number of the policy is changed by two, and a new quote goes by it', async ({ browser }) => {
  const customer = await enter(stackOfRun, await verifiedPerson(stackOfRun, 'quoted'))
  // Of a pair that no other journey trades.
  const body = { pair: 'QMGT/USDAU', side: 'buy', amount: '100', of: 'pay' } as const
  const quote = () => customer.call(makeQuote, { body })
  const [first, second] = [await openOperator(browser), await openOperator(browser)]
  // Lower by one than whatever it is: a second try begins where the first one ended.
  const { feeBasisPoints: before, fee } = (await quote()).data
  const after = before - 1
  expect(fee.amount).toBe(String(before / 100))

  const { page } = first
  await page.goto('/operator/policy')
  const says = 'What is taken of what a customer pays in a trade of QMGT/USDAU.'
  await page.getByRole('button', { name: `Ask for a change: ${says}` }).click()
  await page.getByRole('dialog').getByLabel('New value, in basis points').fill(String(after))
  await ask(first, 'Change a number', 'Others are cheaper')
  expect((await quote()).data.feeBasisPoints).toBe(before)

  await approve(second, 'Change a number of the policy', first.person)
  expect((await quote()).data).toMatchObject({ feeBasisPoints: after, fee: { amount: String(after / 100) } })
  await page.reload()
  const number = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: says }) })
  await expect(number).toContainText(`${after} basis points`)
  await expect(number).toContainText(`asked for by ${first.person.username}, approved by ${second.person.username}`)
  await expectAccessible(page)
  first.expectNoComplaints()
})

const widths = [320, 390, 768, 1440]

test('a bar comes from a file, a tranche is issued on it and sold, and the bar leaves, each time by two', async ({
  browser,
}) => {
  test.setTimeout(420_000)
  const customer = await enter(stackOfRun, await verifiedPerson(stackOfRun, 'buyer'))
  const [first, second] = [await openOperator(browser), await openOperator(browser)]
  const { page } = first
  const serial = `E2E-${Date.now()}`
  const csv = `serial;refiner;grossGrams;fineness;year\r\n${serial};Alpine Refinery;1.5;999.9;2024\r\n`
  await page.goto('/operator/vault')
  await page.getByRole('button', { name: 'Take in bars' }).click()
  const file = page.getByLabel('Choose a list of bars')
  await file.setInputFiles({ name: 'bars.csv', mimeType: 'text/csv', buffer: Buffer.from(`${csv}${csv}`) })
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('Line 3')
  await expect(page.getByRole('button', { name: 'Ask for approval' })).toHaveCount(0)
  await file.setInputFiles({ name: 'bars.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByRole('status').filter({ hasText: 'bar read' })).toContainText('1 bar read, 1.49985')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByRole('dialog').getByLabel('Delivery').fill(`dn ${serial}`)
  await ask(first, 'Take bars into the vault', 'The van was here')
  await expect(page.getByText(`Delivery DN ${serial}: waiting for approval`)).toBeVisible()
  await approve(second, 'Take bars into the vault', first.person)
  await page.reload()
  const bar = `Alpine Refinery ${serial}`
  await expect(page.getByRole('heading', { name: bar })).toBeVisible()

  await page.goto('/operator/treasury')
  // By keyboard alone.
  await page.getByRole('button', { name: 'Issue QMGT' }).press('Enter')
  const name = `qmgt-${serial.toLowerCase()}`
  const dialog = page.getByRole('dialog', { name: 'Issue QMGT' })
  await dialog.getByLabel('Amount, in QMGT').fill('1.4')
  await dialog.getByLabel('Name of the tranche').fill(name)
  await expectAccessible(page)
  await ask(first, 'Issue QMGT', 'The bar is in')
  await expect(page.getByText('Issue a tranche: waiting for approval').first()).toBeVisible()
  await approve(second, 'Issue a tranche', first.person)
  await page.reload()
  const tranche = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(tranche).toContainText('1.400000 QMGT')
  await expect(tranche).toContainText(`asked for by ${first.person.username}, approved by ${second.person.username}`)
  await expect(tranche).toContainText('npm run chain -- attest')
  await expectAccessible(page)
  await attestAndMint()
  await page.reload()
  await expect(tranche).toContainText('Minted')
  const buying = { pair: 'QMGT/USDT', side: 'buy', amount: '100', of: 'pay' } as const
  expect((await customer.call(makeQuote, { body: buying })).data).toMatchObject({ pair: 'QMGT/USDT', side: 'buy' })

  await page.goto('/operator/vault')
  await page.getByRole('button', { name: `Take out ${bar}` }).click()
  await page.getByRole('dialog').getByLabel('Goes to').fill('The assay office')
  await ask(first, `Take out ${bar}`, 'To be weighed again')
  await expect(page.getByRole('button', { name: `Take out ${bar}` })).toHaveCount(0)
  await approve(second, 'Take a bar out of the vault', first.person)
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'Bars' })).toBeVisible()
  await page.getByText('Left', { exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: bar })).toContainText('to The assay office')
  await expectAccessible(page)
  first.expectNoComplaints()
  second.expectNoComplaints()
})
