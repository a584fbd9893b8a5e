import { readPayoutRules, requestPayout } from '@ingot/endpoints/payouts'
import { expect, type Page, test } from '@playwright/test'
import {
  accountOf,
  bankOfRun,
  bankPaper,
  bankPatience,
  beBanked,
  beReceived,
  decideFor,
  newIban,
  openBanker,
  ownName,
  payoutOf,
  proveOnPage,
  remit,
  remittanceOf,
  sendFor,
  sendPayments,
} from './bank-people.ts'
import { approve, openOperator } from './operators.ts'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { isGoldTraded } from './planners.ts'
import { endGca } from './savers.ts'
import { actAs, beFunded } from './senders.ts'
import { callAs } from './traders.ts'
import { openWallet, panel } from './wallet-panel.ts'

// There is one bank, whose statements are numbered: these go one after the other.
test.describe.configure({ mode: 'default', timeout: 300_000 })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const standing = (page: Page) => page.getByRole('region', { name: 'How it stands' })
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** The page asks by itself, but not at once. */
const expectOnPage = (page: Page, text: string | RegExp) =>
  expect(async () => {
    await page.reload()
    await expect(standing(page)).toContainText(text, { timeout: 3_000 })
  }).toPass(bankPatience)

test('an account is added and verified, a remittance is announced, and what the bank sends is booked with a note', async ({
  browser,
}) => {
  const { sender, context, page } = await openBanker(browser, 'remitter')
  const expectNoComplaints = listenForComplaints(page)
  const compliance = await openOperator(browser, ['Compliance'])
  const iban = newIban()
  await page.goto('/BankVerification/open')
  await expect(page.getByLabel('Name on the account')).toHaveValue(ownName)
  await page.getByLabel('IBAN', { exact: true }).fill(iban)
  await page.getByLabel('File to send').setInputFiles(bankPaper)
  await expect(page.getByText('We have statement.pdf.')).toBeVisible()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Add the account' }).press('Enter')
  await proveOnPage(page, sender)
  const account = page.getByRole('list', { name: 'Your bank accounts' }).getByRole('listitem')
  await expect(account).toContainText('Pending')
  await expect(account).toContainText(`ending ${iban.slice(-4)}`)
  expect(await page.content()).not.toContain(iban.slice(4, -4))
  await decideFor(compliance, 'bank-accounts', sender, 'verify-bank-account')
  await page.reload()
  await expect(account).toContainText('Verified')
  await expect(account).toContainText('Money can be paid out to it from')
  await settle(page)
  await expectAccessibleInBothSchemes(page)

  await page.goto('/remit-to-save')
  await page.getByLabel('You send', { exact: true }).fill('500')
  const isTraded = await isGoldTraded(page)
  if (isTraded) await expect(page.getByText('Today that would be about')).toBeVisible()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Announce and get the reference' }).press('Enter')
  await expect(heading(page)).toHaveText(/^Remittance \d+$/)
  await expect(page.getByRole('button', { name: 'Copy the reference' })).toBeVisible()
  await settle(page)
  await expectAccessibleInBothSchemes(page)

  await sendFor(await remittanceOf(page, idOf(page)), iban, '500')
  await bankOfRun().close()
  await beReceived(page, idOf(page))
  if (isTraded) {
    await expectOnPage(page, 'Booked')
    await settle(page)
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('link', { name: 'Open the booking note' }).click()
    await expect(heading(page)).toHaveText(/Booking note/)
  } else await expectOnPage(page, 'The gold market is closed.')
  expectNoComplaints()
  await context.close()
})

test('what the bank takes back after its gold was ended is owed, stops what leaves, and is settled by the next credit', async ({
  browser,
}) => {
  const { sender, context, page } = await openBanker(browser, 'debtor')
  // Nothing is booked while the gold market is closed, so nothing can be taken back.
  if (!(await isGoldTraded(page))) return context.close()
  const iban = newIban()
  const account = await beBanked(page, sender, await openOperator(browser, ['Compliance']), iban)
  const first = await remit(page, { account: account.id, iban, amount: '500' })
  await bankOfRun().close()
  await beReceived(page, first.id)
  await expect.poll(async () => (await remittanceOf(page, first.id)).state, bankPatience).toBe('Booked')
  await endGca(page)
  await bankOfRun().reverse(first.credit)
  await bankOfRun().close()
  await page.goto(`/remit-to-save/${first.id}`)
  await expectOnPage(page, 'Reversed')

  await page.goto('/remit-to-save')
  const debt = page.getByRole('region', { name: /^You owe/ })
  await expect(debt).toContainText('the bank took back a remittance')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.goto('/BankVerification')
  await expect(page.getByText('Nothing can leave your account while something is owed')).toBeVisible()
  await openWallet(page)
  const wallet = panel(page)
  await wallet.getByRole('tab', { name: 'Send' }).click()
  await expect(wallet.getByRole('region', { name: /^You owe/ })).toContainText('nothing can leave your account')
  await settle(page)
  await expectAccessibleInBothSchemes(page)

  const next = await remit(page, { account: account.id, iban, amount: '700' })
  await bankOfRun().close()
  await beReceived(page, next.id)
  await expect.poll(async () => (await remittanceOf(page, next.id)).state, bankPatience).toBe('Booked')
  await page.goto(`/remit-to-save/${next.id}`)
  await expect(standing(page)).toContainText('Settled what was owed')
  expect((await callAs(page, 'GET', readPayoutRules.path)).owed).toBeNull()
  await page.goto('/BankVerification')
  await expect(page.getByRole('form', { name: 'Pay out to your bank' })).toBeVisible()
  await expect(debt).toHaveCount(0)
  await context.close()
})

test('a payout goes from the wallet to the bank and is paid, and another one comes back', async ({ browser }) => {
  const { sender, context, page } = await openBanker(browser, 'payee')
  const expectNoComplaints = listenForComplaints(page)
  const [owner, finance] = [await openOperator(browser), await openOperator(browser, ['Finance'])]
  const iban = newIban()
  const account = await beBanked(page, sender, owner, iban)
  // What lies at the bank is known from its first statement on.
  await bankOfRun().close()
  await beFunded(page)
  await page.goto('/BankVerification')
  await openWallet(page)
  const wallet = panel(page)
  await wallet.getByRole('tab', { name: 'Pay out' }).click()
  await wallet.getByLabel('Amount', { exact: true }).fill('100')
  const form = wallet.getByRole('form', { name: 'Pay out to your bank' })
  await expect(form.getByRole('button', { name: 'Pay out', exact: true })).toHaveAttribute('aria-disabled', 'false')
  await expect(form).toContainText('98.80 USD')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await form.getByRole('button', { name: 'Pay out', exact: true }).press('Enter')
  await proveOnPage(page, sender)
  const overlay = page.getByRole('dialog', { name: 'Payout requested' })
  await overlay.getByRole('button', { name: 'Close' }).click()
  const rows = page.getByRole('list', { name: 'Your payouts' }).getByRole('listitem')
  await expect(rows.first()).toContainText('Requested')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await rows.first().getByRole('link').click()
  await expect(heading(page)).toHaveText(/^Payout \d+$/)
  await settle(page)
  await expectAccessibleInBothSchemes(page)

  await decideFor(finance, 'payouts', sender, 'approve-payout-alone')
  await sendPayments(owner)
  await expectOnPage(page, 'Sent')
  await bankOfRun().close()
  await expectOnPage(page, 'The bank has paid it.')

  await bankOfRun().setClosed(iban, true)
  const figures = { asset: 'USDT', amount: '50', account: account.id, receive: '48.9' }
  const second: { id: string } = await actAs(page, sender, requestPayout, figures)
  await decideFor(finance, 'payouts', sender, 'approve-payout-alone')
  await sendPayments(owner)
  await bankOfRun().close()
  await bankOfRun().close()
  await expect.poll(async () => (await payoutOf(page, second.id)).state, bankPatience).toBe('Returned')
  await page.goto(`/payouts/${second.id}`)
  await expect(standing(page)).toContainText('Came back')
  expect((await accountOf(page)).state).toBe('Suspended')
  await page.goto('/BankVerification')
  await expect(page.getByText('A payment to this account came back from the bank.')).toBeVisible()
  expectNoComplaints()
  await context.close()
})

test('a statement that one person uploads books nothing until another one has confirmed it', async ({ browser }) => {
  const { sender, context, page } = await openBanker(browser, 'waiter')
  const [first, second] = [await openOperator(browser), await openOperator(browser)]
  const iban = newIban()
  const account = await beBanked(page, sender, first, iban)
  const { id } = await remit(page, { account: account.id, iban, amount: '250' })
  const { sequence } = await bankOfRun().close({ hold: true })
  const xml = await bankOfRun().statement(sequence)

  await first.page.goto('/operator/bank')
  await first.page.getByRole('button', { name: 'Upload a statement' }).click()
  const dialog = first.page.getByRole('dialog', { name: 'Upload a statement' })
  const file = { name: `camt053-${sequence}.xml`, mimeType: 'application/xml', buffer: Buffer.from(xml) }
  await dialog.getByLabel('Statement of the bank').setInputFiles(file)
  await dialog.getByLabel('Reason').fill('The channel was silent')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog).toContainText('Another person must confirm this at the bank')
  await expect(dialog).toContainText(String(sequence))
  expect((await remittanceOf(page, id)).state).toBe('Announced')

  await approve(second, 'Confirm a statement of the bank', first.person)
  await beReceived(page, id)
  await page.goto(`/remit-to-save/${id}`)
  await expectOnPage(page, (await isGoldTraded(page)) ? 'Booked' : 'The gold market is closed.')
  await context.close()
})
