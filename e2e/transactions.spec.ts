import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { addAddress, listAddresses, listMovements, readSending, transferUsdt } from '@ingot/endpoints/wallet'
import type { Transfer } from '@ingot/endpoints/wallet-fields'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { mailTo, stackOfRun } from './people.ts'
import { actAs, beFunded, buyUsdau, makeSender, payIn, type Sender, theReceiver, transfersOf } from './senders.ts'
import { balanceOf, callAs, walletOf } from './traders.ts'

// One person for all of them, who is verified, funded on the chain and has something to tell after the first test.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

let made: Promise<Sender> | undefined

const open = async (browser: Browser, path: string, options: Parameters<Browser['newContext']>[0] = {}) => {
  made ??= makeSender(browser)
  const sender = await made
  const permissions = ['clipboard-read', 'clipboard-write']
  const context = await browser.newContext({
    baseURL: stackOfRun.portal,
    storageState: sender.state,
    permissions,
    ...options,
  })
  const page = await context.newPage()
  await page.goto(path)
  return { context, page, sender }
}

const openAsVisitor = async (browser: Browser, address: string) => {
  const context = await browser.newContext({ baseURL: stackOfRun.portal })
  const page = await context.newPage()
  await page.goto(address)
  return { context, page }
}

/** The next mail with a link to this page. */
const mailWith = async (email: string, path: string) => {
  let mail = await mailTo(stackOfRun, email)
  while (!mail.text.includes(`${path}/`)) mail = await mailTo(stackOfRun, email, mail.id)
  return mail
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('a trade and a transfer are in one list; the transfer is followed to the chain, and its receipt names nobody', async ({
  browser,
}) => {
  const { context, page, sender } = await open(browser, '/')
  const receiver = await theReceiver()
  await beFunded(page)
  await buyUsdau(page, '250')
  await actAs(page, sender, transferUsdt, { receiver: receiver.username, amount: '20' })

  const expectNoComplaints = listenForComplaints(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'All transactions' }).click()
  await expect(page).toHaveURL('/transactions')
  await expect(heading(page)).toHaveText('Transactions')
  await expect(row(page, 'Bought USDAU')).toContainText('for 250.00 USDT')
  await expect(row(page, 'Deposit')).toContainText('+100,000.00 USDT')
  const sent = row(page, 'Sent USDT')
  await expect(sent).toContainText('−20.00 USDT')
  await expect(sent).toContainText(receiver.username)

  await sent.getByRole('link').click()
  await expect(page).toHaveURL(/\/transactions\/transfer-out\/\d+$/)
  await expect(heading(page)).toHaveText('Sent USDT')
  const state = page.getByRole('region', { name: 'State' })
  await expect(state.getByRole('listitem')).toHaveText([/Requested, done/, /Posted, done/, /Sent/, /Confirmed/])
  // Without a reload: the page follows it by itself.
  await expect(state.getByRole('listitem').last()).toContainText('Confirmed, done', { timeout: 90_000 })
  const amounts = page.getByRole('region', { name: 'Amounts' })
  await expect(amounts).toContainText('20.00 USDT')
  await expect(amounts).toContainText(receiver.username)
  await expect(page.getByRole('region', { name: 'Ledger entries' })).toContainText('You, available')

  await page.getByRole('button', { name: 'Copy the code' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(page.url()).toContain(`/transfer-out/${await clipboard(page)}`)
  const explorerLink = amounts.getByRole('link', { name: 'View on blockchain explorer' })
  const [explorer] = await Promise.all([context.waitForEvent('page'), explorerLink.click()])
  await expect(explorer.getByRole('heading', { level: 1 })).toHaveText('Transaction')
  await expect(explorer.locator('.badge')).toHaveText('Success')
  await explorer.close()

  await page.getByRole('button', { name: 'Share receipt' }).click()
  await expect(page.getByText('The link was copied.')).toBeVisible()
  const link = await clipboard(page)
  expectNoComplaints()
  const address = await walletOf(page)
  const visitor = await openAsVisitor(browser, link)
  await expect(visitor.page.getByRole('article')).toContainText('20.00 USDT')
  await expect(visitor.page.getByRole('article')).toContainText('Confirmed, done')
  const shown = (await visitor.page.content()).toLowerCase()
  const { username, email } = sender.person
  for (const word of [username, email, receiver.username, receiver.email, address])
    expect(shown).not.toContain(word.toLowerCase())
  await visitor.page.emulateMedia({ media: 'print' })
  await expect(visitor.page.getByRole('banner')).toBeHidden()
  await expect(visitor.page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(visitor.page.getByRole('article')).toBeVisible()
  await visitor.page.goto(`/transaction-details/${randomUUID()}/send`)
  await expect(visitor.page.getByText('There is no receipt at this address')).toBeVisible()
  await visitor.context.close()
  await context.close()
})

/** So many small deposits that the list goes on after its first page. */
const payInOften = async (page: Page, times: number) => {
  const balance = async () => Number(await balanceOf(page, 'USDT'))
  const before = await balance()
  for (let time = 0; time < times; time++) await payIn(page, '1')
  await expect.poll(balance, { timeout: 90_000 }).toBe(before + times)
}

test('the list is read on, narrowed, searched and downloaded, and its address keeps the choice', async ({
  browser,
}) => {
  const { context, page } = await open(browser, '/')
  const bought = async () => (await callAs(page, 'GET', `${listMovements.path}?type=buy`))[0].state
  await expect.poll(bought, { timeout: 90_000 }).toBe('confirmed')
  await payInOften(page, 55)
  await page.goto('/transactions')
  await expect(rows(page)).toHaveCount(50)
  await expect(rows(page).first()).toContainText('Deposit')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows(page)).toHaveCount(58)
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()

  await page.getByLabel('Type').selectOption('buy')
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('State').selectOption('done')
  await expect(page).toHaveURL('/transactions?type=buy&state=done')
  await expect(rows(page)).toHaveCount(1)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('transactions.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('Number,Time (UTC),Type,State')
  expect(lines[1]).toMatch(/,buy,confirmed,.*,USDAU,250,USDT,0\.25,USDT,,,,0x[0-9a-f]{64}$/)

  await row(page, 'Bought').getByRole('link').click()
  await expect(heading(page)).toHaveText('Bought USDAU')
  await expect(page.getByRole('region', { name: 'Amounts' })).toContainText('Price')
  await page.goBack()
  await expect(page).toHaveURL('/transactions?type=buy&state=done')
  await page.reload()
  await expect(page.getByLabel('Type')).toHaveValue('buy')
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('Until').fill('2020-12-31')
  await expect(page.getByText('No matching transactions')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rows(page)).toHaveCount(50)
  await expect(page).toHaveURL('/transactions')

  const [deposit] = await callAs(page, 'GET', `${listMovements.path}?type=deposit`)
  const code = page.getByLabel('Code', { exact: true })
  await code.focus()
  await page.keyboard.type(deposit.number)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, 'Deposit')).toBeVisible()
  // On with the keyboard alone, over the fields of the filter to the row.
  const link = row(page, 'Deposit').getByRole('link')
  for (let n = 0; n < 25 && !(await link.evaluate((element) => element === document.activeElement)); n++)
    await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
  await expect(heading(page)).toHaveText('Deposited USDT')
  await page.goto(`/transactions/deposit/${'9'.repeat(19)}`)
  await expect(heading(page)).toHaveText('Transaction not found')
  await context.close()
})

/** Digits alone: there is no upper or lower case that could be wrong. */
const newAddress = () => `0x${randomUUID().replaceAll(/\D/g, '').padEnd(40, '7')}`

test('what the mails say was not me is undone by their links: once, by a button, without signing in', async ({
  browser,
}) => {
  const { context, page, sender } = await open(browser, '/')
  const { email } = sender.person

  const transfer: Transfer = await actAs(page, sender, transferUsdt, { receiver: newAddress(), amount: '30' })
  expect(transfer.state).toBe('waiting')
  const waits = await mailWith(email, '/cancel-transfer')
  await page.goto('/transactions')
  await page.getByRole('region', { name: 'Waiting' }).getByRole('link').click()
  await expect(page).toHaveURL(`/transactions/transfer/${transfer.id}`)
  await expect(heading(page)).toHaveText('Waiting transfer of USDT')
  const state = page.getByRole('region', { name: 'State' })
  await expect(state.getByRole('listitem')).toHaveText([
    /Requested, done/,
    /leaves automatically/,
    /not yet/,
    /not yet/,
  ])
  await settle(page)
  await expectAccessible(page)

  const visitor = await openAsVisitor(browser, waits.linkTo('/cancel-transfer'))
  await expect(heading(visitor.page)).toHaveText('Cancel the transfer?')
  await settle(visitor.page)
  expect((await transfersOf(page))[0]?.state).toBe('waiting')
  await visitor.page.getByRole('button', { name: 'Cancel the transfer' }).click()
  await expect(heading(visitor.page)).toHaveText('The transfer is cancelled')
  await expect(heading(visitor.page)).toBeFocused()
  await page.reload()
  await expect(heading(page)).toHaveText('Cancelled transfer of USDT')
  await visitor.page.reload()
  await visitor.page.getByRole('button', { name: 'Cancel the transfer' }).click()
  await expect(visitor.page.getByRole('alert')).toContainText('This link no longer works.')
  await expect(visitor.page.getByText('Each link works once')).toBeVisible()

  const added = await actAs(page, sender, addAddress, { address: newAddress(), label: 'Bank' })
  const addressMail = await mailWith(email, '/cancel-address')
  await visitor.page.goto(addressMail.linkTo('/cancel-address'))
  await visitor.page.getByRole('button', { name: 'Remove the address' }).click()
  await expect(heading(visitor.page)).toHaveText('The address is removed')
  const addresses: { id: string }[] = await callAs(page, 'GET', listAddresses.path)
  expect(addresses.map(({ id }) => id)).not.toContain(added.id)

  // Another one waits while the account is frozen, and is cancelled with it. Its owner does it with the keyboard.
  const second: Transfer = await actAs(page, sender, transferUsdt, { receiver: newAddress(), amount: '5' })
  await visitor.page.goto(addressMail.linkTo('/freeze-outgoing'))
  await expect(heading(visitor.page)).toHaveText('Freeze your account?')
  await visitor.page.getByRole('button', { name: 'Freeze my account' }).focus()
  await visitor.page.keyboard.press('Enter')
  await expect(heading(visitor.page)).toHaveText('Your account is frozen')
  await settle(visitor.page)
  await expectAccessible(visitor.page)
  expect((await callAs(page, 'GET', readSending.path)).frozenSince).not.toBeNull()
  expect((await transfersOf(page)).find(({ id }) => id === second.id)?.state).toBe('cancelled')
  const refused = actAs(page, sender, transferUsdt, { receiver: (await theReceiver()).username, amount: '1' })
  await expect(refused).rejects.toThrow('Your account is frozen')
  await visitor.context.close()
  await context.close()
})

test('transactions, one of them and its receipt are accessible in both schemes', async ({ browser }) => {
  const { context, page } = await open(browser, '/transactions?type=buy', { reducedMotion: 'reduce' })
  await expect(rows(page)).toHaveCount(1)
  await expectAccessibleInBothSchemes(page)
  await row(page, 'Bought').getByRole('link').click()
  await expect(heading(page)).toHaveText('Bought USDAU')
  await expect(page.getByRole('region', { name: 'Amounts' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('link', { name: 'Open receipt' }).click()
  await expect(page.getByRole('article')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await context.close()
})
