import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { stateBehind } from '../e2e/verified-people.ts'
import { routeTable } from '../web/src/app/route-table.ts'
import { findChromium } from './chromium.ts'
import { root } from './stack.ts'
import { startTemporaryStack } from './temporary-stack.ts'
import { runCommand, step } from './terminal.ts'

const folder = join(root, 'screens')
const widths = [390, 768, 1440]
const schemes = ['light', 'dark'] as const
const height = 900

const nameOf = (sample: string) => sample.replaceAll(/[^a-zA-Z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'home'

type StackShown = Parameters<typeof stateBehind>[1]

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Presses, and waits for what opens: it may have to be loaded first. */
const openDialog = async (page: Page, button: string | RegExp, name = button) => {
  await press(page, button)
  await page.getByRole('dialog', { name }).waitFor()
}

/** What opens over a page, and how; each is a picture of its own. */
const openings: { name: string; isNarrow?: boolean; open: (page: Page) => Promise<void> }[] = [
  { name: 'open-menu', isNarrow: true, open: (page) => openDialog(page, 'Menu') },
  { name: 'open-sidebar-drawn-in', isNarrow: false, open: (page) => press(page, 'Collapse the sidebar') },
  { name: 'open-notifications', open: (page) => openDialog(page, 'Notifications') },
  { name: 'open-profile', open: (page) => openDialog(page, /^Account of/) },
  { name: 'open-wallet', open: (page) => openDialog(page, /^Wallet/) },
  {
    name: 'open-codes',
    open: async (page) => {
      await openDialog(page, /^Account of/)
      await openDialog(page, 'Show Referral Code', 'Your QR codes')
    },
  },
]

const openingsAt = (width: number) =>
  openings.filter(({ isNarrow }) => isNarrow === undefined || isNarrow === width <= 768)

const shoot = async (browser: Browser, stack: StackShown, width: number, colorScheme: 'light' | 'dark') => {
  for (const { sample, path, gate } of routeTable) {
    const storageState = await stateBehind(browser, stack, gate)
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      baseURL: stack.portal,
      ...(storageState && { storageState }),
    })
    const page = await context.newPage()
    await page.goto(sample)
    await page.waitForLoadState('networkidle')
    if (path === '*') await page.getByText('404').waitFor()
    await page.screenshot({ path: join(folder, `${nameOf(sample)}-${width}-${colorScheme}.png`), fullPage: true })
    await context.close()
  }
}

/** The frame's own parts, on a page of a verified customer. */
const shootOpenings = async (browser: Browser, stack: StackShown, width: number, colorScheme: 'light' | 'dark') => {
  const storageState = await stateBehind(browser, stack, 'verified')
  for (const { name, open } of openingsAt(width)) {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      baseURL: stack.portal,
      ...(storageState && { storageState }),
    })
    const page = await context.newPage()
    await page.goto('/My-Profile')
    await page.waitForLoadState('networkidle')
    await open(page)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
    await context.close()
  }
}

const contactSheet = async (browser: Browser) => {
  const subjects = [...routeTable.map(({ sample }) => nameOf(sample)), ...openings.map(({ name }) => name)]
  const rows = subjects.map((subject) => {
    const shots = schemes
      .flatMap((scheme) => widths.map((width) => ({ scheme, width, file: `${subject}-${width}-${scheme}.png` })))
      .filter(({ file }) => existsSync(join(folder, file)))
    const figures = shots.map(
      ({ scheme, width, file }) =>
        `<figure><img src="${file}" alt=""><figcaption>${width} ${scheme}</figcaption></figure>`,
    )
    return `<section><h2>${subject}</h2><div>${figures.join('')}</div></section>`
  })
  const style =
    'body{font:14px sans-serif;margin:16px;background:#888}div{display:flex;gap:12px;align-items:start}figure{margin:0;flex:1}img{width:100%;max-height:520px;object-fit:cover;object-position:top}'
  const sheet = join(folder, 'index.html')
  writeFileSync(
    sheet,
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('')}`,
  )
  const page = await browser.newPage({ viewport: { width: 1800, height } })
  await page.goto(pathToFileURL(sheet).href)
  await page.screenshot({ path: join(folder, 'contact-sheet.png'), fullPage: true })
}

// A picture of every route at every width in both schemes, to be looked at by people.
await runCommand(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const executablePath = findChromium()
  const stack = await startTemporaryStack(step)
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu'] })
  const shown = { portal: stack.portal, sandbox: stack.sandbox, database: stack.databaseUrl }
  try {
    for (const scheme of schemes)
      for (const width of widths) {
        await shoot(browser, shown, width, scheme)
        await shootOpenings(browser, shown, width, scheme)
      }
    await contactSheet(browser)
  } finally {
    await browser.close()
    await stack.stop()
  }
  step(
    `${readdirSync(folder).filter((file) => file.endsWith('.png')).length} pictures in screens/, all of them in screens/contact-sheet.png`,
  )
  process.exit(0)
})
