import type { Endpoint } from '@ingot/endpoints/endpoint'
import type { Holding } from '@ingot/endpoints/holding-fields'
import { convert, listHoldings, purchase, quotePurchase, quoteTermination, terminate } from '@ingot/endpoints/holdings'
import { makeQuote, swap } from '@ingot/endpoints/trade'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { stackOfRun } from './people.ts'
import { callAs, callWithPin, makeTrader } from './traders.ts'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

let made: Promise<State> | undefined

/** Somebody with dollars who saves gold; made once for the tests that run one after the other. */
export const openAsSaver = async (browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) => {
  made ??= makeTrader(browser)
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState: await made, ...options })
  const page = await context.newPage()
  await page.goto('/test')
  return { context, page }
}

/** Gets a quote and does what it says, without the page: that is another journey. */
const dealAs = async (page: Page, [quoting, doing]: [Endpoint, Endpoint], wanted: object) => {
  const quote: { id: string } = await callAs(page, 'POST', quoting.path, { data: wanted })
  return callWithPin(page, doing, { quoteId: quote.id })
}

export const bookGae = (page: Page, grams: string) =>
  dealAs(page, [quotePurchase, purchase], { product: 'GAE', payWith: 'USDT', amount: grams, of: 'receive' })

export const buyQmgt = (page: Page, grams: string) =>
  dealAs(page, [makeQuote, swap], { pair: 'QMGT/USDT', side: 'buy', amount: grams, of: 'receive' })

/** At the price of the moment. */
export const convertToGca = (page: Page, amount: string) => callWithPin(page, convert, { amount })

export const endGae = (page: Page, units: string) =>
  dealAs(page, [quoteTermination, terminate], { product: 'GAE', units, currency: 'USDT' })

/** Ends all of Gold Convert. */
export const endGca = (page: Page) => dealAs(page, [quoteTermination, terminate], { product: 'GCA', currency: 'USDT' })

export const holdingsOf = async (page: Page, query = ''): Promise<Holding[]> =>
  callAs(page, 'GET', `${listHoldings.path}${query}`)

/** Ends every GAE that there is, so that the next ones are all. */
export const endEveryGae = async (page: Page) => {
  if ((await holdingsOf(page, '?product=GAE&endable=true')).length > 0)
    await dealAs(page, [quoteTermination, terminate], { product: 'GAE', currency: 'USDT' })
}
