import { sandboxClient } from '@ingot/sandbox/client'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { letTimePass } from './passing-time.ts'
import { stackOfRun } from './people.ts'
import { beFunded, buyUsdau, changePinOf, confirm, payIn, theReceiver, transfersOf } from './senders.ts'
import { balanceOf } from './traders.ts'
import {
  close,
  countOf,
  fill,
  isDone,
  openAsSender,
  openWallet,
  panel,
  processing,
  quietPage,
  sendButton,
  setAside,
  success,
  view,
  walletButton,
} from './wallet-panel.ts'

// One after the other with the same sender, whom the first of them registers and verifies.
test.describe.configure({ mode: 'default', timeout: 240_000 })

const outside = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** Answers each look at what is on its way as soon as something is: it is there for a second or two only. */
const waitForArrivals = (page: Page) =>
  page.route('**/api/deposits-on-their-way', async (route) => {
    const endsAt = Date.now() + 5_000
    let response = await route.fetch()
    while (Date.now() < endsAt && (await response.json()).data.length === 0) response = await route.fetch()
    await route.fulfill({ response }).catch(() => undefined)
  })

test('a deposit is seen on its way, then in the balance and among the movements, without a reload', async ({
  browser,
}) => {
  const { context, page } = await openAsSender(browser)
  const expectNoComplaints = listenForComplaints(page)
  const before = Number(await balanceOf(page, 'USDT'))
  await waitForArrivals(page)
  await openWallet(page, 'Deposit')
  await expect(panel(page).getByRole('img', { name: 'QR code: Wallet address' })).toBeVisible()
  const onItsWay = panel(page).getByRole('list', { name: 'On its way' }).getByText('+1,000.00')
  // One that was final before anybody looked is followed by another.
  await expect(async () => {
    await payIn(page, '1000')
    await expect(onItsWay.first()).toBeVisible({ timeout: 8_000 })
  }).toPass({ timeout: 120_000 })
  await expect(
    panel(page)
      .getByText(/\d of \d+ confirmations/)
      .first(),
  ).toBeVisible()
  await expect(panel(page).getByText('Nothing is on its way.', { exact: false })).toBeVisible({ timeout: 60_000 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await view(page, 'Assets').click()
  const dollars = panel(page).getByRole('list', { name: 'Assets' }).getByRole('listitem').first()
  const after = Number(await balanceOf(page, 'USDT'))
  expect([after > before, Math.round(after - before) % 1000]).toEqual([true, 0])
  const shown = after.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  await expect(dollars).toContainText(`${shown} USDT`)
  await expect(panel(page).getByRole('region', { name: 'Latest transactions' })).toContainText('Deposited USDT')
  expectNoComplaints()
  await context.close()
})

test('the keyboard alone sends to another customer, and the explorer shows the transaction', async ({ browser }) => {
  const { context, page, sender } = await openAsSender(browser)
  const receiver = await theReceiver()
  await beFunded(page)
  const count = await countOf(page)
  await walletButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(view(page, 'Assets')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(view(page, 'Send')).toBeFocused()
  const reach = async (name: string) => {
    const field = panel(page).getByLabel(name, { exact: true })
    await expect(field).toBeVisible()
    const isReached = () => field.evaluate((element) => element === document.activeElement)
    for (let presses = 0; presses < 8 && !(await isReached()); presses++) await page.keyboard.press('Tab')
    await expect(field).toBeFocused()
  }
  await reach('Address or username')
  await page.keyboard.type(receiver.username)
  await reach('Amount')
  await page.keyboard.type('12.5')
  const figures = panel(page).locator('dl')
  await expect(figures).toContainText(`${receiver.username}a customer here`)
  await expect(figures).toContainText('FeeNone')
  await expect(figures).toContainText('Right away')
  await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Enter')
  await confirm(page, sender)
  await isDone(page)
  await expect(success(page)).toContainText(`You sent 12.50 USDT to ${receiver.username}.`)
  const link = success(page).getByRole('link', { name: 'View on blockchain explorer' })
  await expect(link).toHaveAttribute('href', /\/explorer\/tx\/0x[0-9a-f]{64}$/)
  const [explorer] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(explorer.getByRole('heading', { level: 1 })).toBeVisible()
  await explorer.close()
  expect(await countOf(page)).toBe(count + 1)
  expect((await transfersOf(page))[0]).toMatchObject({ asset: 'USDT', amount: '12.5', fee: '0', total: '12.5' })
  await context.close()
})

test('a new address waits: what goes there is held, can be cancelled, and leaves at once when the time is over', async ({
  browser,
}) => {
  const { context, page, sender } = await openAsSender(browser)
  await beFunded(page)
  const before = await balanceOf(page, 'USDT')
  await openWallet(page, 'Send')
  await page.getByLabel('Address or username').fill(outside.toLowerCase())
  await page.getByLabel('Amount', { exact: true }).fill('20')
  await expect(panel(page).getByText('There is a mistake in this address.', { exact: false })).toBeVisible()
  await fill(page, outside, '20')
  const figures = panel(page).locator('dl')
  await expect(figures).toContainText(outside)
  await expect(figures).toContainText('Total21.00 USDT')
  await expect(figures).toContainText('The address is new. You can cancel until then.')
  await sendButton(page).click()
  await confirm(page, sender)
  await expect(setAside(page)).toContainText('You can cancel it until then.')
  await close(page)

  await openWallet(page)
  const waiting = panel(page).getByRole('region', { name: 'Waiting to leave' })
  await expect(waiting.getByRole('listitem')).toContainText('−21.00 USDT')
  await expect(panel(page).getByText('held 21.00 USDT')).toBeVisible()
  await waiting.getByRole('button', { name: /^Cancel the transfer of 21\.00 USDT/ }).click()
  await waiting.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(waiting).toBeHidden()
  await expect(panel(page).getByText('held 21.00 USDT')).toBeHidden()
  expect(await balanceOf(page, 'USDT')).toBe(before)
  expect((await transfersOf(page))[0]).toMatchObject({ state: 'cancelled', total: '21' })

  await letTimePass('new addresses', { of: sender.person.username })
  await page.reload()
  await expect(panel(page)).toBeVisible()
  await view(page, 'Send').click()
  await panel(page).getByLabel('Saved address').selectOption(outside)
  await fill(page, outside, '20')
  await expect(figures).toContainText('WhenRight away')
  await sendButton(page).click()
  await confirm(page, sender)
  await isDone(page)
  expect((await transfersOf(page))[0]).toMatchObject({ receiver: { kind: 'address', address: outside }, total: '21' })
  await context.close()
})

test('the address book takes an address with PIN and code, says how long it waits, and lets it go', async ({
  browser,
}) => {
  const { context, page, sender } = await openAsSender(browser)
  const own = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
  await openWallet(page, 'Addresses')
  await panel(page).getByRole('button', { name: 'Add an address' }).click()
  await panel(page).getByLabel('Address', { exact: true }).fill(own)
  await panel(page).getByLabel('Name (optional)').fill('My own wallet')
  await panel(page).getByRole('button', { name: 'Save address' }).click()
  // Whoever gives up the PIN finds the form as he left it.
  await page.getByRole('dialog', { name: 'Confirm with your PIN' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(panel(page).getByLabel('Address', { exact: true })).toHaveValue(own)
  await panel(page).getByRole('button', { name: 'Save address' }).click()
  await confirm(page, sender)
  await expect(page.getByRole('dialog', { name: 'Address saved' })).toContainText('can be used from')
  await close(page)
  await openWallet(page, 'Addresses')
  const row = panel(page).getByRole('listitem').filter({ hasText: own })
  await expect(row).toContainText('New: can be used from')
  await row.getByRole('button', { name: /^Remove My own wallet/ }).click()
  await row.getByRole('button', { name: 'Yes, remove it' }).click()
  await expect(row).toBeHidden()
  await context.close()
})

test('the panel freezes the account and unfreezes it with password and code, and says until when a change of credentials holds it', async ({
  browser,
}) => {
  const { context, page, sender } = await openAsSender(browser)
  await openWallet(page)
  await panel(page).getByRole('button', { name: 'Freeze my account' }).click()
  await panel(page).getByRole('button', { name: 'Yes, freeze it' }).click()
  const frozen = panel(page).getByRole('region', { name: 'Your account is frozen' })
  await expect(frozen).toBeVisible()
  await view(page, 'Send').click()
  await expect(sendButton(page)).toBeHidden()
  await frozen.getByRole('button', { name: 'Unfreeze my account' }).click()
  await frozen.getByLabel('Current password').fill(sender.person.password)
  await frozen.getByLabel('2FA code').fill(await sender.nextCode())
  await frozen.getByRole('button', { name: 'Unfreeze account' }).click()
  await expect(frozen).toBeHidden()
  await expect(sendButton(page)).toBeVisible()

  await changePinOf(page, sender)
  await page.reload()
  await expect(panel(page).getByRole('heading', { name: /^Sending is paused until / })).toBeVisible()
  await view(page, 'Send').click()
  await expect(sendButton(page)).toBeHidden()
  await letTimePass('change of credentials', { of: sender.person.username })
  await context.close()
})

test('while the chain takes nothing, balances are shown, and a transfer is on its way until it does', async ({
  browser,
}) => {
  const { control } = sandboxClient(stackOfRun.sandbox)
  const { context, page, sender } = await openAsSender(browser, quietPage, ({ clock }) => clock.install())
  await beFunded(page)
  await openWallet(page)
  await expect(panel(page).getByRole('list', { name: 'Assets' })).toContainText('USDT')
  await view(page, 'Send').click()
  await fill(page, (await theReceiver()).username, '7')
  const posted = page.waitForResponse('**/api/transfer')
  // Short, because others settle meanwhile; the page's own patience is made to pass at once.
  await control.set('chain', { fault: 'refuse', answer: 'temporary', on: 'eth_sendRawTransaction' })
  try {
    await sendButton(page).click()
    await confirm(page, sender)
    await posted
    await expect(processing(page)).toBeVisible()
    await page.clock.fastForward(30_000)
    await expect(success(page)).toContainText('The transaction is on its way.')
  } finally {
    await control.clear('chain')
  }
  await close(page)
  await openWallet(page)
  const assets = panel(page).getByRole('list', { name: 'Assets' })
  await expect(assets).toContainText(/[\d,]+\.\d\d USDT/)
  await expect.poll(async () => (await transfersOf(page))[0]?.state, { timeout: 90_000 }).toBe('confirmed')
  await context.close()
})

test('USDAU goes to an address outside, is listed with its state, and is cancelled while it waits', async ({
  browser,
}) => {
  const { context, page, sender } = await openAsSender(browser)
  const expectNoComplaints = listenForComplaints(page)
  const fresh = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
  await beFunded(page)
  await buyUsdau(page, '500')
  await page.getByRole('button', { name: 'My Assets' }).click()
  await page.getByRole('link', { name: 'External USDAU' }).click()
  await expect(page.getByText('Nothing sent yet')).toBeVisible()
  await page.getByLabel('Address', { exact: true }).fill('somebody')
  await expect(page.getByText('This is not an address', { exact: false })).toBeVisible()
  await page.getByLabel('Address', { exact: true }).fill(fresh)
  await page.getByLabel('Amount', { exact: true }).fill('30')
  await expect(page.locator('dl')).toContainText('Total31.00 USDAU')
  await expect(sendButton(page, 'USDAU')).toHaveAttribute('aria-disabled', 'false')
  await sendButton(page, 'USDAU').click()
  await confirm(page, sender)
  await expect(setAside(page)).toContainText('30.00 USDAU')
  await close(page)
  const list = page.getByRole('list', { name: 'USDAU transfers' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('Waiting · leaves')
  await list.getByRole('button', { name: /^Cancel the transfer of 31\.00 USDAU/ }).click()
  await list.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(list).toContainText('Cancelled')
  expectNoComplaints()
  await context.close()
})

test('the wallet and external USDAU are accessible in both schemes', async ({ browser }) => {
  const { context, page } = await openAsSender(browser, '/request-external-usdau')
  await beFunded(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByLabel('Address', { exact: true }).fill('somebody')
  await expect(page.getByText('This is not an address', { exact: false })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await openWallet(page)
  await expect(panel(page).getByRole('region', { name: 'Latest transactions' })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Freeze my account' }).click()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await view(page, 'Send').click()
  await panel(page).getByLabel('Address or username').fill(outside)
  await panel(page).getByLabel('Amount', { exact: true }).fill('99999')
  await expect(panel(page).locator('dl')).toBeVisible()
  await expect(panel(page).getByText('The maximum per transfer is 50,000.00 USDT.')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await view(page, 'Addresses').click()
  await panel(page).getByRole('button', { name: 'Add an address' }).click()
  await expectAccessibleInBothSchemes(page)
  await context.close()
})
