import { expect, type Locator, type Page, test } from '@playwright/test'
import { type MarketState, showMarket } from './market.ts'
import { stackOfRun } from './people.ts'
import { traderState } from './traders.ts'
import { openWallet, panel } from './wallet-panel.ts'

// The trader is registered, verified and paid before the first page is opened.
test.describe.configure({ timeout: 240_000 })

/** Keeps whatever is asked for at this address back until it is let go. */
const holdBack = async (page: Page, address: string | RegExp) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** A line of text more or less is no jump. */
const aLine = 24

const expectSameRoom = async (waiting: Locator, come: Locator, letCome: () => void) => {
  const before = (await waiting.boundingBox())?.height ?? 0
  letCome()
  await expect
    .poll(async () => Math.abs(((await come.boundingBox())?.height ?? Number.POSITIVE_INFINITY) - before))
    .toBeLessThanOrEqual(aLine)
}

for (const [width, market] of [
  [390, 'closed'],
  [1440, 'open'],
  [1440, 'closed'],
] satisfies [number, MarketState][])
  test(`what is still loading takes the room of what comes, ${width} pixels wide, the market ${market}`, async ({
    browser,
  }) => {
    const viewport = { width, height: 900 }
    const storageState = await traderState(browser)
    const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState, viewport })
    const page = await context.newPage()
    const form = (name: string) => page.getByRole('form', { name })

    await showMarket(page, market)
    const letTradeCome = await holdBack(page, /\/swap-panel-[^/]+\.js$/)
    await page.goto('/')
    const trade = page.getByRole('status', { name: 'Loading the trade' })
    await expect(trade.getByText('The gold market is closed')).toHaveCount(market === 'closed' ? 1 : 0)
    await expectSameRoom(trade, form('Buy and sell').locator('..'), letTradeCome)

    const letSendingCome = await holdBack(page, '**/api/sending')
    await openWallet(page, 'Send')
    const rules = panel(page).getByRole('status', { name: 'Loading limits and fees' })
    await expectSameRoom(rules, form('Send USDT'), letSendingCome)

    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const letUsdauCome = await holdBack(page, '**/api/sending')
    await page.goto('/request-external-usdau')
    const limits = page.getByRole('status', { name: 'Loading limits and fees' })
    await expectSameRoom(limits, form('Send USDAU').locator('..'), letUsdauCome)
    await context.close()
  })
