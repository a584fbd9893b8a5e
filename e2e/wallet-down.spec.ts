import { randomUUID } from 'node:crypto'
import { sandboxClient } from '@ingot/sandbox/client'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { letTimePass } from './passing-time.ts'
import { mailTo, signIn, stackOfRun } from './people.ts'
import { beFunded, confirm, payIn, type Sender, saveAddress, theReceiver, transfersOf } from './senders.ts'
import { chainWorker, freeze, jobWorker, kill, reconciled, wake } from './stack-parts.ts'
import { balanceOf } from './traders.ts'
import {
  close,
  fill,
  isDone,
  listenForKeys,
  openAsSender,
  openWallet,
  panel,
  processing,
  quietPage,
  sendButton,
  success,
  view,
} from './wallet-panel.ts'

// One after the other: each takes a part of the stack away from everybody.
test.describe.configure({ mode: 'default', timeout: 240_000 })

const settlingPatience = { timeout: 60_000 }

/** Digits alone: there is no upper or lower case that could be wrong. */
const newAddress = () => `0x${randomUUID().replaceAll(/\D/g, '').padEnd(40, '7')}`

const openAsReceiver = async (browser: Browser) => {
  const context = await browser.newContext({ baseURL: stackOfRun.portal })
  const page = await context.newPage()
  await signIn(page, await theReceiver())
  await expect(page).not.toHaveURL('/signin')
  await page.goto(quietPage)
  return page
}

const assets = (page: Page) => panel(page).getByRole('list', { name: 'Assets' })
const movements = (page: Page) => panel(page).getByRole('region', { name: 'Latest transactions' }).getByRole('listitem')
const outOfReach = (page: Page) => panel(page).getByText('The blockchain can’t be reached right now')

/** Whatever is shown afterwards comes from the server: the panel opens as it was, and nothing else is kept. */
const reload = async (page: Page) => {
  await page.reload()
  await expect(panel(page)).toBeVisible()
}

/** Sends what the form is filled with. No hash comes, and the page's patience is made to pass at once. */
const sendIntoSilence = async (page: Page, sender: Sender) => {
  const posted = page.waitForResponse('**/api/transfer')
  await sendButton(page).click()
  await confirm(page, sender)
  expect((await posted).status()).toBe(200)
  await expect(processing(page)).toBeVisible()
  await page.clock.fastForward(30_000)
  await expect(success(page)).toContainText('The transaction is on its way.')
  await close(page)
}

const sentTo = (receiver: string) => new RegExp(`^Sent USDT.* · Pending · to ${receiver}−7\\.00 USDT$`)
const sentOut = /^Sent USDT.* · Pending · to 0x.*−21\.00 USDT$/

test('while the chain and its worker are down, balances are shown and transfers are taken; each arrives once when they are back', async ({
  browser,
}) => {
  const { control } = sandboxClient(stackOfRun.sandbox)
  const { context, page, sender } = await openAsSender(browser, quietPage, ({ clock }) => clock.install())
  const { username } = await theReceiver()
  const receiver = await openAsReceiver(browser)
  const outside = newAddress()
  await saveAddress(page, sender, outside)
  await beFunded(page)
  const keys = listenForKeys(page)
  const figures = panel(page).locator('dl')

  await freeze(chainWorker)
  try {
    await control.set('chain', { fault: 'drop' })
    await letTimePass('sight of the chain')
    await payIn(page, '50')
    await openWallet(page)
    await expect(assets(page)).toContainText('100,000.00 USDT')

    await view(page, 'Send').click()
    await expect(outOfReach(page)).toBeVisible()
    await fill(page, username, '7')
    await expect(figures).toContainText('WhenRight away')
    await sendIntoSilence(page, sender)
    await openWallet(page, 'Send')
    await fill(page, outside, '20')
    await expect(figures).toContainText('WhenAs soon as the blockchain is back')
    await sendIntoSilence(page, sender)

    // Before and after a reload.
    await openWallet(page)
    for (const look of [async () => undefined, () => reload(page)]) {
      await look()
      await expect(movements(page)).toHaveText([sentOut, sentTo(username), /^Deposit/])
      await expect(assets(page)).toContainText('99,972.00 USDT')
    }
    await openWallet(receiver)
    await expect(assets(receiver)).toContainText(/Tether\.7\.00 USDT/)
    await expect(movements(receiver)).toHaveText([/^Received USDT.* · Pending · from .*\+7\.00 USDT$/])
    expect((await transfersOf(page)).map(({ state }) => state)).toEqual(['queued', 'queued'])
  } finally {
    wake(chainWorker)
    await control.clear('chain')
  }

  const states = async () => (await transfersOf(page)).map(({ state }) => state)
  await expect.poll(states, settlingPatience).toEqual(['confirmed', 'confirmed'])
  await expect.poll(() => balanceOf(page, 'USDT'), settlingPatience).toBe('100022')
  await reload(page)
  await expect(movements(page)).toHaveText([
    /^Deposit.*\+50\.00 USDT$/,
    /^Sent USDT.* · Done · to 0x/,
    /^Sent USDT.* · Done · to /,
    /^Deposit.*\+100,000\.00 USDT$/,
  ])
  await view(page, 'Send').click()
  await expect(sendButton(page)).toBeVisible()
  await expect(outOfReach(page)).toBeHidden()
  expect(new Set(keys).size).toBe(2)
  expect(keys).toHaveLength(2)

  await reload(receiver)
  await expect(movements(receiver)).toHaveText([/^Received USDT.* · Done · from .*\+7\.00 USDT$/])
  expect(await balanceOf(receiver, 'USDT')).toBe('7')
  await page.goto(`${stackOfRun.sandbox}/explorer/address/${outside}`)
  await expect(page.getByRole('link', { name: '20 USDT', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Token transfers' }).getByRole('listitem')).toHaveCount(1)
  expect(await reconciled()).toContain('Ledger and chain agree.')
  await receiver.context().close()
  await context.close()
})

test('a worker that stands still is told of by itself, and its return too', async ({ page }) => {
  const line = page.getByRole('status').filter({ hasText: 'System status' })
  const title = 'E-mails and savings plans are late'
  /** Looked at again once what was written down has become old enough. */
  const untilTold = (holds: () => Promise<void>) =>
    expect(async () => {
      await letTimePass('minutes of a part')
      await page.goto('/status')
      await holds()
    }).toPass({ timeout: 150_000, intervals: [5_000] })
  const [now, past] = [
    page.getByRole('region', { name: 'What does not work' }),
    page.getByRole('region', { name: /^The last/ }),
  ]

  await freeze(jobWorker)
  try {
    await untilTold(() => expect(now).toContainText(title, { timeout: 3_000 }))
    await expect(page.getByRole('region', { name: 'Parts' })).toContainText('E-mails and savings plansDisturbed')
    await expect(async () => {
      await page.goto('/')
      await expect(line).toBeVisible({ timeout: 3_000 })
    }).toPass(settlingPatience)
  } finally {
    wake(jobWorker)
  }
  await untilTold(async () => {
    await expect(past).toContainText('E-mails and savings plans are on time again.', { timeout: 3_000 })
    // The price, too, which the worker reads.
    await expect(now).toBeHidden({ timeout: 3_000 })
  })
})

/** The mail that says so much was sent. */
const mailAbout = async (email: string, amount: string) => {
  let mail = await mailTo(stackOfRun, email)
  while (!mail.text.includes(amount)) mail = await mailTo(stackOfRun, email, mail.id)
  return mail
}

test('a worker that is killed while something is sent leaves one mail about it, neither none nor two', async ({
  browser,
}) => {
  const { mail } = sandboxClient(stackOfRun.sandbox)
  const { context, page, sender } = await openAsSender(browser)
  const { email } = sender.person
  const { username } = await theReceiver()
  await beFunded(page)
  const send = async (amount: string) => {
    await openWallet(page, 'Send')
    await fill(page, username, amount)
    await sendButton(page).click()
    await confirm(page, sender)
    await isDone(page)
    await close(page)
  }

  await freeze(jobWorker)
  try {
    await send('3.25')
  } finally {
    kill(jobWorker)
  }
  await mailAbout(email, '3.25 USDT')
  // Mails are written one after the other: when the next is there, a second copy of the first would be, too.
  await send('4.75')
  await mailAbout(email, '4.75 USDT')
  const { data } = await mail.list({ to: email, limit: 200 })
  const texts = await Promise.all(data.map(async ({ id }) => (await mail.get(id)).text ?? ''))
  expect(texts.filter((text) => text.includes('3.25 USDT'))).toHaveLength(1)
  await context.close()
})
