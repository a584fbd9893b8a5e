import { type Browser, expect, type Page, type Request, type Route, test } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { letTimePass } from './passing-time.ts'
import { stackOfRun } from './people.ts'
import { balanceOf, traderPin, traderState, tradesOf } from './traders.ts'
import { stateBehind } from './verified-people.ts'

// The first test of a worker also registers, verifies and funds its trader, with a real deposit.
test.describe.configure({ timeout: 240_000 })

const openAsTrader = async (
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
  /** What has to be there before the first page is. */
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
) => {
  const storageState = await traderState(browser)
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState, ...options })
  const page = await context.newPage()
  await prepare(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade gold')
  return { context, page }
}

const payField = (page: Page) => page.getByLabel('You pay', { exact: true })
const receiveField = (page: Page) => page.getByLabel('You receive', { exact: true })
const buyButton = (page: Page) => page.getByRole('button', { name: 'Buy QMGT' })
const pinDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm with your PIN' })
const success = (page: Page) => page.getByRole('dialog', { name: 'Transaction Successful' })
const explorerLink = (page: Page) => success(page).getByRole('link', { name: 'View on blockchain explorer' })

/** The server’s next answer to a quote. */
const nextQuote = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/api/quotes'))

/** As a field shows it: 2 decimals of a dollar, 6 of a gram. */
const shownIn = (asset: 'USDT' | 'QMGT', amount: string) => {
  const [whole = '', fraction = ''] = amount.split('.')
  const decimals = asset === 'QMGT' ? 6 : 2
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction.padEnd(decimals, '0').slice(0, decimals)}`
}

const askForQuote = async (page: Page, amount: string) => {
  const quote = nextQuote(page)
  await payField(page).fill(amount)
  const { data } = await (await quote).json()
  await expect(buyButton(page)).toHaveAttribute('aria-disabled', 'false')
  return data
}

const enterPin = async (page: Page) => {
  await expect(pinDialog(page)).toBeVisible()
  await page.keyboard.type(traderPin)
}

/** Every trade that this page sends, by the key it names it with. */
const listenForKeys = (page: Page) => {
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/swap')) keys.push(request.headers()['idempotency-key'])
  })
  return keys
}

const isDone = (page: Page) => expect(success(page)).toBeVisible({ timeout: 60_000 })

const countOf = async (page: Page) => (await tradesOf(page)).length

test('a quote renews itself, is confirmed with the PIN, and is seen in balances, activity and history', async ({
  browser,
}) => {
  // A clock that is put into a living page stands at zero for a moment, and the page takes that for long idleness.
  const { context, page } = await openAsTrader(browser, {}, ({ clock }) => clock.install())
  const expectNoComplaints = listenForComplaints(page)
  const [dollars, count] = [await balanceOf(page, 'USDT'), await countOf(page)]
  const first = await askForQuote(page, '250')
  await expect(receiveField(page)).toHaveValue(shownIn('QMGT', first.receive.amount))
  await expect(page.getByRole('timer')).toContainText(/\d+ s/)

  const renewed = nextQuote(page)
  await page.clock.fastForward(first.expiresInSeconds * 1000)
  const { data: quote } = await (await renewed).json()
  expect(quote.id).not.toBe(first.id)
  await expect(buyButton(page)).toHaveAttribute('aria-disabled', 'false')
  const figures = page.locator('dl', { hasText: 'Total to pay' })
  await expect(figures).toContainText('250.00 USDT')
  await expect(figures).toContainText('Spread')
  await expect(figures).toContainText('Fee')

  const reserved = page.waitForResponse((answer) => answer.url().endsWith(`/api/quotes/${quote.id}/reserve`))
  await buyButton(page).click()
  expect((await (await reserved).json()).data).toMatchObject({ id: quote.id, reserved: true })
  await expect(pinDialog(page)).toContainText(`Pay 250.00 USDT, receive ${shownIn('QMGT', quote.receive.amount)} QMGT`)
  await enterPin(page)
  await isDone(page)
  await expect(success(page)).toContainText('You paid 250.00 USDT and received')
  await expect(success(page)).toContainText(`and the fee was ${shownIn('USDT', quote.fee.amount)} USDT.`)
  await expect(explorerLink(page)).toHaveAttribute('href', /\/explorer\/tx\/0x[0-9a-f]{64}$/)
  const [explorer] = await Promise.all([context.waitForEvent('page'), explorerLink(page).click()])
  await expect(explorer.getByRole('heading', { level: 1 })).toBeVisible()
  await explorer.close()

  await success(page).getByRole('button', { name: 'Close' }).click()
  await expect(success(page)).toBeHidden()
  await expect(payField(page)).toHaveValue('')
  expect(await countOf(page)).toBe(count + 1)
  const [trade] = await tradesOf(page)
  expect(trade).toMatchObject({ pay: quote.pay, receive: quote.receive, fee: quote.fee })
  expect(await balanceOf(page, 'USDT')).toBe(String(BigInt(dollars.split('.')[0] ?? '') - 250n))
  await expect(page.getByRole('listitem').filter({ hasText: 'Bought' }).first()).toContainText('for 250.00 USDT')

  await page.getByRole('button', { name: 'My Assets' }).click()
  await page.getByRole('link', { name: 'QMGT', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('QMGT')
  await expect(page.getByRole('listitem').filter({ hasText: 'Bought QMGT' }).first()).toContainText('for 250.00 USDT')
  await expect(page.getByText('Average cost per gram')).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('trades.csv')
  expectNoComplaints()
  await context.close()
})

test('either field drives the other, and gold is sold again', async ({ browser }) => {
  const { context, page } = await openAsTrader(browser)
  const bought = nextQuote(page)
  await receiveField(page).fill('1')
  const { data: quote } = await (await bought).json()
  await expect(payField(page)).toHaveValue(shownIn('USDT', quote.pay.amount))
  await buyButton(page).click()
  await enterPin(page)
  await isDone(page)
  await success(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Switch pay and receive' }).click()
  const sold = nextQuote(page)
  await payField(page).fill('0.5')
  expect((await (await sold).json()).data).toMatchObject({ pair: 'QMGT/USDT', side: 'sell' })
  const sell = page.getByRole('button', { name: 'Sell QMGT' })
  await expect(sell).toHaveAttribute('aria-disabled', 'false')
  await sell.click()
  await enterPin(page)
  await isDone(page)
  await context.close()
})

test('a quote that ran out while the PIN was entered shows new figures, and nothing is done before they are confirmed', async ({
  browser,
}) => {
  const { context, page } = await openAsTrader(browser)
  const count = await countOf(page)
  const quote = await askForQuote(page, '100')
  await buyButton(page).click()
  await expect(pinDialog(page)).toBeVisible()
  await letTimePass('quote', { of: quote.id })
  const renewed = nextQuote(page)
  await enterPin(page)
  const { data: next } = await (await renewed).json()
  await expect(page.getByText('This quote has expired. Please check the new figures and confirm again.')).toBeVisible()
  expect(await countOf(page)).toBe(count)
  expect(next.id).not.toBe(quote.id)
  await expect(buyButton(page)).toHaveAttribute('aria-disabled', 'false')
  await buyButton(page).click()
  await enterPin(page)
  await isDone(page)
  expect(await countOf(page)).toBe(count + 1)
  await context.close()
})

test('a double click trades once', async ({ browser }) => {
  const { context, page } = await openAsTrader(browser)
  const [count, keys] = [await countOf(page), listenForKeys(page)]
  await askForQuote(page, '20')
  await buyButton(page).dblclick()
  await enterPin(page)
  await isDone(page)
  expect(keys).toHaveLength(1)
  expect(await countOf(page)).toBe(count + 1)
  await context.close()
})

/** Lets the next trade reach the server and keeps its answer until it is let go. */
const holdAnswer = async (page: Page) => {
  let hold: (route: Route) => void = () => {}
  const held = new Promise<Route>((resolve) => {
    hold = resolve
  })
  let letGo: () => void = () => {}
  const isFree = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(
    '**/api/swap',
    async (route) => {
      const response = await route.fetch()
      hold(route)
      await isFree
      // Nobody may be there any more to take it.
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )
  return { held, letGo: () => letGo() }
}

const processing = (page: Page) => page.getByRole('dialog', { name: 'Processing your transaction' })

test('a reload in the middle brings the result of the one trade', async ({ browser }) => {
  const { context, page } = await openAsTrader(browser)
  const [count, keys] = [await countOf(page), listenForKeys(page)]
  const { held, letGo } = await holdAnswer(page)
  await askForQuote(page, '30')
  await buyButton(page).click()
  await enterPin(page)
  await held
  await expect(processing(page)).toBeVisible()
  await page.reload()
  letGo()
  await isDone(page)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(await countOf(page)).toBe(count + 1)
  await context.close()
})

test('the back button in the middle changes nothing about it', async ({ browser }) => {
  const { context, page } = await openAsTrader(browser)
  const [count, keys] = [await countOf(page), listenForKeys(page)]
  await page.goto('/transactions-buysell')
  await page.getByRole('link', { name: 'Trade $QMGT' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade gold')
  const { held, letGo } = await holdAnswer(page)
  await askForQuote(page, '40')
  await buyButton(page).click()
  await enterPin(page)
  await held
  await page.goBack()
  await expect(page).toHaveURL('/transactions-buysell')
  await expect(processing(page)).toBeVisible()
  letGo()
  await isDone(page)
  await page.goForward()
  await expect(page).toHaveURL('/')
  expect(keys).toHaveLength(1)
  expect(await countOf(page)).toBe(count + 1)
  await context.close()
})

test('a second tab that is opened in the middle asks for the same trade', async ({ browser }) => {
  const { context, page } = await openAsTrader(browser)
  const [count, keys] = [await countOf(page), listenForKeys(page)]
  const { held, letGo } = await holdAnswer(page)
  await askForQuote(page, '50')
  await buyButton(page).click()
  await enterPin(page)
  await held
  // The new tab begins with what this one keeps, as a duplicated tab does.
  const [second] = await Promise.all([context.waitForEvent('page'), page.evaluate(() => void window.open('/'))])
  const asked = await second.waitForRequest((request: Request) => request.url().endsWith('/api/swap'))
  expect(asked.headers()['idempotency-key']).toBe(keys[0])
  await isDone(second)
  letGo()
  await isDone(page)
  expect(await countOf(page)).toBe(count + 1)
  await context.close()
})

for (const [where, reaches] of [
  ['on the way there', false],
  ['on the way back', true],
] as const)
  test(`a connection that is lost ${where} at the moment of confirming gives one trade`, async ({ browser }) => {
    const { context, page } = await openAsTrader(browser)
    const [count, keys] = [await countOf(page), listenForKeys(page)]
    await page.route(
      '**/api/swap',
      async (route) => {
        if (reaches) await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await askForQuote(page, '60')
    await buyButton(page).click()
    await enterPin(page)
    await isDone(page)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(await countOf(page)).toBe(count + 1)
    await context.close()
  })

test('the keyboard alone can trade', async ({ browser }) => {
  const { context, page } = await openAsTrader(browser)
  const count = await countOf(page)
  await payField(page).focus()
  const quote = nextQuote(page)
  await page.keyboard.type('25')
  await quote
  await expect(buyButton(page)).toHaveAttribute('aria-disabled', 'false')
  const isReached = () => buyButton(page).evaluate((button) => button === document.activeElement)
  for (let presses = 0; presses < 12 && !(await isReached()); presses++) await page.keyboard.press('Tab')
  await expect(buyButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await enterPin(page)
  await isDone(page)
  await expect(success(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(success(page)).toBeHidden()
  expect(await countOf(page)).toBe(count + 1)
  await context.close()
})

test('trading is accessible in every state in both schemes', async ({ browser }) => {
  const { context, page } = await openAsTrader(browser, { reducedMotion: 'reduce' })
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await payField(page).fill('99999999')
  await expect(page.getByText('Your balance is too low for this: you have ')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  const refused = nextQuote(page)
  await payField(page).fill('0.000001')
  await refused
  await expect(page.getByText('The minimum per trade is 1.00 USD.')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await askForQuote(page, '35')
  await expectAccessibleInBothSchemes(page)
  await buyButton(page).click()
  await expect(pinDialog(page)).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  const { held, letGo } = await holdAnswer(page)
  await enterPin(page)
  await held
  await expect(processing(page)).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  letGo()
  await isDone(page)
  await expectAccessibleInBothSchemes(page)
  await page.goto('/transactions-buysell')
  await expect(page.getByRole('listitem').filter({ hasText: 'Bought' }).first()).toBeVisible()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await context.close()
})

test('a customer who is not verified sees the price and what to do first', async ({ browser }) => {
  const storageState = await stateBehind(browser, stackOfRun, 'customer')
  const context = await browser.newContext({ baseURL: stackOfRun.portal, ...(storageState && { storageState }) })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Verify your identity first' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Fine gold' })).toContainText('USD per gram')
  await settle(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Start verification' }).click()
  await expect(page).toHaveURL('/Registration/security')
  await context.close()
})
