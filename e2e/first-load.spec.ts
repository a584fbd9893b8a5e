import { expect, type Page, type Request, test } from '@playwright/test'
import { type MarketState, showMarket } from './market.ts'
import { listenForComplaints, settle } from './page-checks.ts'
import { openAs } from './shell-people.ts'

const code = /\/assets\/[^/]+\.js$/
const figures = /\/api\//
/** In kilobytes, with the headers, as they travel. `npm run bench -- web` measures the same and how quick it is. */
const largestFirstLoad = 175

/** Keeps something back, as a slow connection does, until it is let go. */
const holdBack = async (page: Page, what: RegExp) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(what, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** Whether the page itself is there, and not only what the document showed of it. */
const isLive = (page: Page) => page.evaluate(() => document.querySelector('.ahead, .splash') === null)

/** Whether the browser has shown something: what is measured before is without the styles that it still waits for. */
const isPainted = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length === 1)

/** Where everything stands: now, or in the first frame of the page itself, before figures that do not come are given up. */
const places = (page: Page, when: 'now' | 'once live') =>
  page.evaluate(async (moment) => {
    while (moment === 'once live' && document.querySelector('.ahead, .splash')) await new Promise(requestAnimationFrame)
    const elements = document.querySelectorAll('header a, h1, h2, main p, main label, main button, main dt')
    return [...elements].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return `${element.textContent} ${[x, y, width, height].map((number) => number.toFixed(1))}`
    })
  }, when)

/** How far anything has moved since the page began, as browsers count it. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
        ).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 500)
      }),
  )

for (const [address, heading, market] of [
  ['/', 'Gold, by the gram.', 'open'],
  ['/', 'Gold, by the gram.', 'closed'],
  ['/signin', 'Log in', 'open'],
] satisfies [string, string, MarketState][])
  for (const width of [390, 1440])
    for (const colorScheme of ['light', 'dark'] as const)
      test(`a visitor reads ${address} before its code is there, and nothing moves when it comes (${width}, ${colorScheme}, the market ${market})`, async ({
        browser,
      }) => {
        const { context, page } = await openAs(browser, 'visitor', { width, colorScheme })
        const expectNoComplaints = listenForComplaints(page)
        await showMarket(page, market)
        const letCodeCome = await holdBack(page, code)
        const letFiguresCome = await holdBack(page, figures)
        await page.goto(address, { waitUntil: 'commit' })
        await expect(page.getByRole('heading', { level: 1, name: heading, includeHidden: true })).toBeVisible()
        await expect.poll(() => isPainted(page)).toBe(true)
        await page.evaluate(() => document.fonts.ready)
        expect(await isLive(page)).toBe(false)
        const before = await places(page, 'now')
        const after = places(page, 'once live')
        letCodeCome()
        expect(await after).toEqual(before)
        letFiguresCome()
        await settle(page)
        expect(await shiftOf(page)).toBeLessThan(0.01)
        expectNoComplaints()
        // A price that is on its way when the window closes is nobody's.
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await context.close()
      })

test('whoever has read on before the code came stays there', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor', { width: 390 })
  const letCodeCome = await holdBack(page, code)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByText('How your gold is kept')).toBeVisible()
  await expect.poll(() => isPainted(page)).toBe(true)
  await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }))
  letCodeCome()
  await expect.poll(() => isLive(page)).toBe(true)
  expect(await page.evaluate(() => window.scrollY)).toBe(700)
  await context.close()
})

test('a customer sees nothing of the visitors’ page while the own one loads', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'customer')
  const letCodeCome = await holdBack(page, code)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('.splash')).toBeVisible()
  await expect(page.getByText('Gold, by the gram.')).toBeHidden()
  letCodeCome()
  await expect.poll(() => isLive(page)).toBe(true)
  await expect(page.getByText('Gold, by the gram.')).toHaveCount(0)
  await context.close()
})

test('a page whose code cannot be loaded says so', async ({ page }) => {
  await page.route(code, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByText('This page could not be started. Please reload it.')).toBeVisible()
  await expect(page.getByText('Gold, by the gram.')).toBeHidden()
})

test('without JavaScript a page says that it needs it', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor', { javaScriptEnabled: false })
  await page.goto('/')
  await expect(page.locator('noscript')).toBeVisible()
  await expect(page.locator('.ahead')).toBeHidden()
  await context.close()
})

test('what was drawn ahead is left out where the address says more than the path', async ({ request }) => {
  expect(await (await request.get('/signin')).text()).toContain('class="ahead"')
  expect(await (await request.get('/signin?return=%2Fwallet')).text()).not.toContain('class="ahead"')
})

test('the document names the files of the page that was asked for, and of no other', async ({ request }) => {
  const document = await (await request.get('/term-conditions')).text()
  expect(document).toMatch(/rel="modulepreload"[^>]*\/text-page-/)
  expect(document).not.toMatch(/start-page|operator/)
})

for (const address of ['/', '/signin'])
  test(`a visitor at ${address} loads ${largestFirstLoad} kB of code and styles at most`, async ({ page }) => {
    const loaded: Request[] = []
    page.on('requestfinished', (request) => {
      if (['script', 'stylesheet'].includes(request.resourceType())) loaded.push(request)
    })
    await page.goto(address)
    await expect.poll(() => isLive(page)).toBe(true)
    await settle(page)
    const sizes = await Promise.all(loaded.map((request) => request.sizes()))
    const bytes = sizes.reduce(
      (sum, { responseHeadersSize, responseBodySize }) => sum + responseHeadersSize + responseBodySize,
      0,
    )
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes / 1000).toBeLessThanOrEqual(largestFirstLoad)
  })
