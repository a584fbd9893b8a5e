import type { Page } from '@playwright/test'

export type MarketState = 'open' | 'closed'

/** Shows this page the market as open or closed, whatever hour the tests run at; the price itself is the server's. */
export const showMarket = (page: Page, state: MarketState) =>
  page.route('**/api/price', async (route) => {
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    const body = await response.json()
    const opensAt = state === 'open' ? null : new Date(Date.now() + 3_600_000).toISOString()
    await route.fulfill({ response, json: { ...body, data: { ...body.data, state, opensAt } } })
  })
