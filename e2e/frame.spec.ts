import { type Browser, expect, type Page, test } from '@playwright/test'
import { type RouteGate, routeTable } from '../web/src/app/route-table.ts'
import { expectAccessible, listenForComplaints, settle } from './page-checks.ts'
import { newPerson, registerPerson, signIn, stackOfRun } from './people.ts'
import { openAs } from './shell-people.ts'
import { stateBehind } from './verified-people.ts'

/** Every page as somebody sees it for whom it is, and what is for everybody also as a verified customer sees it. */
const views = routeTable.flatMap(({ sample, kind, gate }) =>
  (gate === 'public' ? (['public', 'verified'] as const) : [gate]).map((viewer) => ({ sample, kind, viewer })),
)

/** Walks all of them in one window for each kind of viewer, so that nobody signs in twice. */
const walk = async (browser: Browser, look: (page: Page, view: (typeof views)[number]) => Promise<unknown>) => {
  for (const viewer of new Set<RouteGate>(views.map((view) => view.viewer))) {
    const storageState = await stateBehind(browser, stackOfRun, viewer)
    const context = await browser.newContext({
      baseURL: stackOfRun.portal,
      reducedMotion: 'reduce',
      ...(storageState && { storageState }),
    })
    const page = await context.newPage()
    for (const view of views.filter((each) => each.viewer === viewer)) {
      await page.goto(view.sample)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // Who is signed in already is led on from some pages, once the server has said who it is.
      if (view.sample === '/signin' && viewer !== 'public') await expect(page).not.toHaveURL(/signin/)
      if (new URL(page.url()).pathname === view.sample) await look(page, view)
    }
    await context.close()
  }
}

const measure = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    const [main, heading] = [box('main'), box('main h1')]
    const content = box('main [data-kind] > div')
    return {
      isBesideSidebar: document.querySelector('[data-shell]') !== null,
      left: content.left,
      width: content.width,
      headingLeft: heading.left,
      offset: heading.top - main.top,
      isCentred: Math.abs(heading.left + heading.right - main.left - main.right) < 2,
    }
  })

/** How wide what a page shows may be, of each kind, where there is room. */
const widest = { form: 480, reading: 640, list: 880, wide: 1120 }

/** What is the same on every page of a kind, at one width. */
const openComparison = (width: number) => {
  const seen = new Map<string, string[]>()
  const [edges, offsets] = [new Set<number>(), new Set<number>()]
  const compare = async (page: Page, { sample, kind, viewer }: (typeof views)[number]) => {
    const { isBesideSidebar, left, width: wide, headingLeft, offset, isCentred } = await measure(page)
    if (kind === 'notice') return expect(isCentred, `${sample} stands in the middle`).toBe(true)
    expect(headingLeft, `${sample} for ${viewer} has its heading at its edge`).toBeCloseTo(left, 0)
    expect(wide, `${sample} is no wider than its kind`).toBeLessThanOrEqual(widest[kind])
    offsets.add(Math.round(offset))
    if (isBesideSidebar) edges.add(Math.round(left))
    const place = `${kind} ${isBesideSidebar ? 'beside the sidebar' : 'alone'}: ${left} to ${left + wide}`
    seen.set(place, [...(seen.get(place) ?? []), sample])
  }
  const expectAlike = () => {
    const kinds = [...seen.keys()].map((place) => place.split(':')[0])
    expect(kinds, `at ${width} px ${JSON.stringify(Object.fromEntries(seen))}`).toEqual([...new Set(kinds)])
    expect([...offsets], `at ${width} px one offset of the heading for all`).toHaveLength(1)
    expect([...edges], `at ${width} px one left edge beside the sidebar`).toHaveLength(1)
  }
  return { width, compare, expectAlike }
}

test('every page begins, ends and is headed as all of its kind are, and at 320 px none can be scrolled sideways', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const comparisons = [openComparison(1440), openComparison(390)]
  await walk(browser, async (page, view) => {
    for (const { width, compare } of comparisons) {
      await page.setViewportSize({ width, height: 900 })
      await compare(page, view)
    }
    await page.setViewportSize({ width: 320, height: 900 })
    await settle(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, `${view.sample} for ${view.viewer}`).toBeLessThanOrEqual(320)
  })
  for (const { expectAlike } of comparisons) expectAlike()
})

test('the header stays on a phone, and what is jumped to is not under it', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor', { width: 390, height: 800, reducedMotion: 'reduce' })
  await page.goto('/term-conditions')
  const last = page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last()
  await last.click()
  await settle(page)
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  const bottom = await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect())
  expect(bottom.top).toBe(0)
  const target = page.locator((await last.getAttribute('href')) ?? '')
  expect((await target.boundingBox())?.y).toBeGreaterThanOrEqual(bottom.bottom)
  await page.setViewportSize({ width: 800, height: 390 })
  await expect(page.getByRole('link', { name: 'Log in' })).not.toBeInViewport()
  await context.close()
})

test('a phone turned while one page takes the place of another makes no error', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor', { width: 390, height: 800 })
  const expectNoComplaints = listenForComplaints(page)
  await page.exposeFunction('turnPhone', () => page.setViewportSize({ width: 800, height: 390 }))
  await page.goto('/signin')
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) =>
      start(async () => {
        await (window as unknown as { turnPhone: () => Promise<void> }).turnPhone()
        if (typeof update === 'function') await update()
      })
  })
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot password')
  expect(page.viewportSize()?.width).toBe(800)
  await settle(page)
  expectNoComplaints()
  await context.close()
})

test('an open wallet does not cover the next page, and comes back with a reload', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'verified')
  const wallet = page.getByRole('dialog', { name: 'Wallet' })
  await page.goto('/test')
  await page.getByRole('button', { name: 'Open Wallet' }).click()
  await expect(wallet).toBeVisible()
  await page.reload()
  await expect(wallet).toBeVisible()
  await page.goto('/transactions')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transactions')
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await settle(page)
  await expect(wallet).toHaveCount(0)
  await context.close()
})

test('a minute before the idle log-out both tabs say so, and staying in one keeps both', async ({ context }) => {
  const person = await registerPerson(stackOfRun, newPerson('stays'))
  await context.clock.install()
  const [one, two] = [await context.newPage(), await context.newPage()]
  const expectNoComplaints = listenForComplaints(one)
  const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' })
  await signIn(one, person)
  await expect(one).toHaveURL('/Registration/security')
  await two.goto('/Registration/security')
  await expect(two.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await context.clock.fastForward('14:10')
  for (const page of [one, two])
    await expect(warning(page)).toContainText(/you will be logged out in (?:[1-4]\d|50) seconds/)
  await expectAccessible(one)
  await expect(warning(one).getByRole('button', { name: 'Stay logged in' })).toBeFocused()
  const told = one.waitForRequest('**/api/session/activity')
  await one.keyboard.press('Enter')
  await told
  await expect(warning(one)).toBeHidden()
  await expect(warning(two)).toBeHidden()
  await context.clock.fastForward('02:00')
  for (const page of [one, two]) await expect(page).toHaveURL('/Registration/security')
  expectNoComplaints()
})
