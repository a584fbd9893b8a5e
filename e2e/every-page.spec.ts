import { type Browser, expect, type Page, test } from '@playwright/test'
import { type RouteGate, routeTable } from '../web/src/app/route-table.ts'
import { expectAccessible, listenForComplaints, rulesOfColour, settle, showScheme } from './page-checks.ts'
import { stackOfRun } from './people.ts'
import { stateBehind } from './verified-people.ts'

type View = Pick<(typeof routeTable)[number], 'sample' | 'title' | 'kind' | 'isPlain'> & {
  viewer: RouteGate
  isOwn: boolean
}

/**
 * Every page as somebody sees it for whom it is, and what is for everybody also as a verified customer sees it. One viewer after
 * the other, so that nobody is logged out for having looked at nothing for long.
 */
const views = routeTable
  .flatMap(({ sample, title, kind, isPlain, gate }): View[] => [
    { sample, title, kind, ...(isPlain && { isPlain }), viewer: gate, isOwn: true },
    ...(gate === 'public' ? [{ sample, title, kind, viewer: 'verified', isOwn: false } as const] : []),
  ])
  .toSorted((one, other) => one.viewer.localeCompare(other.viewer))

/** What is the same on every page of a kind, at one width. */
const openComparison = (width: number) => ({
  width,
  seen: new Map<string, string[]>(),
  edges: new Set<number>(),
  offsets: new Set<number>(),
})

type Comparison = ReturnType<typeof openComparison>

/** How wide what a page shows may be, of each kind, where there is room. */
const widest = { form: 480, reading: 640, list: 880, wide: 1120 }

const [desktop, phone] = [openComparison(1440), openComparison(390)]
const height = 900

const openWindow = async (browser: Browser, viewer: RouteGate) => {
  const storageState = await stateBehind(browser, stackOfRun, viewer)
  const context = await browser.newContext({
    baseURL: stackOfRun.portal,
    reducedMotion: 'reduce',
    ...(storageState && { storageState }),
  })
  const page = await context.newPage()
  const strangers: string[] = []
  page.on('request', (request) => {
    // What the page itself made of bytes that it was sent is as much ours.
    const url = request.url().replace(/^blob:/, '')
    if (!url.startsWith(stackOfRun.portal) && !url.startsWith('data:')) strangers.push(url)
  })
  return { page, strangers, expectNoComplaints: listenForComplaints(page) }
}

const windows = new Map<RouteGate, ReturnType<typeof openWindow>>()

/** One window for each kind of viewer, so that nobody signs in twice and not every page loads the application anew. */
const windowOf = (browser: Browser, viewer: RouteGate) => {
  const known = windows.get(viewer) ?? openWindow(browser, viewer)
  windows.set(viewer, known)
  return known
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
      // What opens only for whoever it belongs to is, to everybody else, not there.
      isNotThere: document.querySelector('main h1')?.textContent === 'Page Not Found',
      isCentred: Math.abs(heading.left + heading.right - main.left - main.right) < 2,
    }
  })

/** Notes where the page begins and ends, for the comparison with all the others. */
const compare = async (page: Page, { sample, kind, viewer }: View, { width, seen, edges, offsets }: Comparison) => {
  await page.setViewportSize({ width, height })
  const { isBesideSidebar, left, width: wide, headingLeft, offset, isNotThere, isCentred } = await measure(page)
  if (kind === 'notice' || isNotThere) return expect(isCentred, `${sample} stands in the middle`).toBe(true)
  expect(headingLeft, `${sample} for ${viewer} has its heading at its edge`).toBeCloseTo(left, 0)
  expect(wide, `${sample} is no wider than its kind`).toBeLessThanOrEqual(widest[kind])
  offsets.add(Math.round(offset))
  if (isBesideSidebar) edges.add(Math.round(left))
  const place = `${kind} ${isBesideSidebar ? 'beside the sidebar' : 'alone'}: ${left} to ${left + wide}`
  seen.set(place, [...(seen.get(place) ?? []), sample])
}

const expectAlike = ({ width, seen, edges, offsets }: Comparison) => {
  const kinds = [...seen.keys()].map((place) => place.split(':')[0])
  expect(kinds, `at ${width} px ${JSON.stringify(Object.fromEntries(seen))}`).toEqual([...new Set(kinds)])
  expect([...offsets], `at ${width} px one offset of the heading for all`).toHaveLength(1)
  expect([...edges], `at ${width} px one left edge beside the sidebar`).toHaveLength(1)
}

const open = async (page: Page, { sample, title, isPlain, viewer, isOwn }: View) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: desktop.width, height })
  const policy = (await page.goto(sample))?.headers()['content-security-policy']
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Who is signed in already is led on from some pages, once the server has said who it is.
  if (sample === '/signin' && viewer !== 'public') await expect(page).not.toHaveURL(/signin/)
  if (!isOwn) return
  expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic'/)
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default; report-uri /api/csp-reports")
  await expect(page).toHaveTitle(isPlain ? title : `${title} · Ingot`)
}

// In one worker and in this order, and all of them again if one failed: the last one compares what the others have seen.
test.describe(() => {
  test.describe.configure({ mode: 'serial' })

  for (const view of views)
    test(`${view.sample} for ${view.viewer}: accessible in both schemes, at its place, not to be scrolled sideways, without complaints or strangers`, async ({
      browser,
    }) => {
      const { page, strangers, expectNoComplaints } = await windowOf(browser, view.viewer)
      await open(page, view)
      if (view.isOwn || new URL(page.url()).pathname === view.sample) {
        // Colours do not depend on the width, and places not on the colours: each is looked at once.
        if (view.isOwn) {
          await showScheme(page, 'light')
          await expectAccessible(page)
        }
        await compare(page, view, desktop)
        if (view.isOwn) {
          await showScheme(page, 'dark')
          await expectAccessible(page, rulesOfColour)
        }
        await compare(page, view, phone)
        await page.setViewportSize({ width: 320, height })
        await settle(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      }
      expect(strangers.splice(0)).toEqual([])
      expectNoComplaints()
    })

  test('every page begins, ends and is headed as all of its kind are', () => {
    for (const comparison of [desktop, phone]) expectAlike(comparison)
    // Each view was compared, but for notices and for whoever is led on: nothing is alike by not having been seen.
    const compared = [...desktop.seen.values()].flat().length
    expect(compared).toBeGreaterThan(views.filter(({ kind, isOwn }) => isOwn && kind !== 'notice').length - 1)
  })
})
