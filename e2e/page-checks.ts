import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What pages ask about the link that led to them. */
const lookUps = [
  '/reset-verification/check-link',
  '/estates/report/read',
  '/inheritances/read',
  '/visitor-tickets/read',
]

/** Fails the test on anything the browser complained about: an error, a warning, or something the policy forbade. */
export const listenForComplaints = (page: Page) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    const { url } = message.location()
    // That the document itself is a 404, and that a made-up link is refused, is what the browser should say.
    const isAboutDocument = url === page.url() && message.text().includes('404')
    const isAboutLink = lookUps.some((path) => url.endsWith(path)) && message.text().includes('400')
    // Only a test takes the connection away, and what a page asks by the clock may fall into that.
    const isAboutConnection = message.text().includes('ERR_INTERNET_DISCONNECTED')
    const isExpected = isAboutDocument || isAboutLink || isAboutConnection
    if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(`${message.text()} ${url}`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  // A window may show one page after the other, and each is asked for its own.
  return () => expect(complaints.splice(0)).toEqual([])
}

/** What can be right in one colour scheme and wrong in the other. */
export const rulesOfColour = ['color-contrast', 'link-in-text-block']

export const expectAccessible = async (page: Page, rules?: string[]) => {
  // A page without frames needs no other page to put the findings together, which takes as long as finding them.
  const hasFrames = page.frames().length > 1
  const axe = new AxeBuilder({ page }).setLegacyMode(!hasFrames)
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)).toEqual([])
}

/** Waits until nothing moves and no figure is still on its way. */
export const settle = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  )
}

/** The same page as a device with this colour scheme shows it. */
export const showScheme = async (page: Page, colorScheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await settle(page)
}

/** All rules in the light scheme, and in the dark one what colours decide. */
export const expectAccessibleInBothSchemes = async (page: Page) => {
  await showScheme(page, 'light')
  await expectAccessible(page)
  await showScheme(page, 'dark')
  await expectAccessible(page, rulesOfColour)
}
