import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { demoPeople } from '@ingot/api/features/identity/demo-people'
import type { readDashboard } from '@ingot/endpoints/dashboard'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { type Browser, chromium, type Page } from '@playwright/test'
import { enrol } from '../e2e/people.ts'
import { type State, stateBehind, stateOf } from '../e2e/verified-people.ts'
import { type RouteGate, routeTable } from '../web/src/app/route-table.ts'
import { findChromium } from './chromium.ts'
import { root } from './stack.ts'
import { startTemporaryStack } from './temporary-stack.ts'
import { runCommand, step } from './terminal.ts'

const folder = join(root, 'screens')
const widths = [320, 390, 768, 1440]
const schemes = ['light', 'dark'] as const
const height = 900

type Scheme = (typeof schemes)[number]

/** Of all pages only those whose addresses begin so, where some are named. */
const named = process.argv.slice(2)
const isWanted = (address: string) => named.length === 0 || named.some((beginning) => address.startsWith(beginning))
const pages = routeTable.filter(({ sample }) => isWanted(sample))

const nameOf = (sample: string) => sample.replaceAll(/[^a-zA-Z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'home'

/** Whom a gate lets in, as a browser remembers it. */
type StateBehind = (gate: RouteGate) => Promise<State | undefined>

type Shown = { browser: Browser; portal: string; stateBehindGate: StateBehind }

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Presses, and waits for what opens: it may have to be loaded first. */
const openDialog = async (page: Page, button: string | RegExp, name = button) => {
  await press(page, button)
  await page.getByRole('dialog', { name }).waitFor()
}

/** Where, what is done there, and whether all of the page is shown or what stands over it. */
type Opening = { name: string; at?: string; isNarrow?: boolean; isWhole?: true; open: (page: Page) => Promise<void> }

const firstRow = async (page: Page, title: string) => {
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: title })
    .first()
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('region', { name: 'Amounts' }).waitFor()
}

const openWallet = (page: Page) => openDialog(page, /^Wallet 0x/, 'Wallet')

const openTab = async (page: Page, name: string) => {
  await openWallet(page)
  await page.getByRole('dialog', { name: 'Wallet' }).getByRole('tab', { name }).click()
}

const fillSwap = async (page: Page) => {
  await page.getByLabel('You pay', { exact: true }).fill('250')
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Buy QMGT' })
    .and(page.locator('[aria-disabled=false]'))
    .waitFor()
}

const fillTermination = async (page: Page) => {
  await page.getByLabel('Grams to end').fill('1')
  await page.getByRole('timer').waitFor()
}

type Told = ReplyOf<typeof readDashboard>['data']

/** The dashboard as it would be, were the answer another one. */
const tellDashboard = async (page: Page, change: (told: Told) => Told) => {
  await page.route('**/api/dashboard', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: Told }
    await route.fulfill({ response, json: { data: change(data) } })
  })
  await page.reload()
  await page.waitForLoadState('networkidle')
}

const nothingSaved = ({ figures, products, ...told }: Told): Told => ({
  ...told,
  figures: { ...figures, TotalNetCashout: '0' },
  products: products.map((product) => ({ ...product, holdings: 0, realised: '0' })),
  attention: [],
  next: [],
})

const staleSince = ({ price, ...told }: Told): Told => ({ ...told, price: price && { ...price, state: 'stale' } })

/** What a page shows only when something is done on it; each is a picture of its own. */
const openings: Opening[] = [
  { name: 'open-menu', isNarrow: true, open: (page) => openDialog(page, 'Menu') },
  { name: 'open-sidebar-drawn-in', isNarrow: false, open: (page) => press(page, 'Collapse the sidebar') },
  { name: 'open-notifications', open: (page) => openDialog(page, 'Notifications') },
  { name: 'open-profile', open: (page) => openDialog(page, /^Account of/) },
  { name: 'open-wallet', open: openWallet },
  { name: 'open-wallet-send', open: (page) => openTab(page, 'Send') },
  { name: 'open-wallet-deposit', open: (page) => openTab(page, 'Deposit') },
  {
    name: 'open-codes',
    open: async (page) => {
      await openDialog(page, /^Account of/)
      await openDialog(page, 'Show Referral Code', 'Your QR codes')
    },
  },
  { name: 'open-swap', at: '/', isWhole: true, open: fillSwap },
  {
    name: 'open-pin',
    at: '/',
    open: async (page) => {
      await fillSwap(page)
      await openDialog(page, 'Buy QMGT', 'Confirm with your PIN')
    },
  },
  { name: 'open-termination', at: '/termination', isWhole: true, open: fillTermination },
  {
    name: 'open-termination-summary',
    at: '/transactions',
    isWhole: true,
    open: async (page) => {
      await firstRow(page, 'Ended')
      await page.getByRole('link', { name: 'Summary and termination note' }).click()
      await page.getByRole('article').waitFor()
    },
  },
  {
    name: 'open-dashboard-empty',
    at: '/dashboard',
    isWhole: true,
    open: (page) => tellDashboard(page, nothingSaved),
  },
  { name: 'open-dashboard-stale', at: '/dashboard', isWhole: true, open: (page) => tellDashboard(page, staleSince) },
  { name: 'open-bought', at: '/transactions', isWhole: true, open: (page) => firstRow(page, 'Bought') },
  { name: 'open-deposited', at: '/transactions', isWhole: true, open: (page) => firstRow(page, 'Deposit') },
]

const openingsAt = (width: number) =>
  openings.filter(
    ({ isNarrow, at = '/My-Profile' }) => isWanted(at) && (isNarrow === undefined || isNarrow === width <= 768),
  )

const openPage = async (
  { browser, portal, stateBehindGate }: Shown,
  gate: RouteGate,
  width: number,
  colorScheme: Scheme,
) => {
  const storageState = await stateBehindGate(gate)
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    baseURL: portal,
    ...(storageState && { storageState }),
  })
  return { page: await context.newPage(), close: () => context.close() }
}

const shoot = async (shown: Shown, width: number, scheme: Scheme) => {
  for (const { sample, path, gate } of pages) {
    const { page, close } = await openPage(shown, gate, width, scheme)
    await page.goto(sample)
    await page.waitForLoadState('networkidle')
    await (path === '*' ? page.getByText('404') : page.getByRole('heading', { level: 1 })).first().waitFor()
    await page.screenshot({ path: join(folder, `${nameOf(sample)}-${width}-${scheme}.png`), fullPage: true })
    await close()
  }
}

/** As a verified customer. */
const shootOpenings = async (shown: Shown, width: number, scheme: Scheme) => {
  for (const { name, at = '/My-Profile', isWhole = false, open } of openingsAt(width)) {
    const { page, close } = await openPage(shown, 'verified', width, scheme)
    await page.goto(at)
    await page.waitForLoadState('networkidle')
    await open(page)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`), fullPage: isWhole })
    await close()
  }
}

const contactSheet = async (browser: Browser) => {
  const subjects = [...pages.map(({ sample }) => nameOf(sample)), ...openings.map(({ name }) => name)]
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

// A picture of every route at every width in both schemes, to be looked at by people. What a verified customer sees is
// shown by the one whom the demonstration tells of: pages are judged by what stands on them. So is the console.
await runCommand(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const executablePath = findChromium()
  const stack = await startTemporaryStack(step, {}, true)
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu'] })
  const { portal, sandbox, databaseUrl: database } = stack
  // Who is let in is made as for a journey, for whom some time passes in the database.
  process.env.INGOT_DATABASE = database
  const { customerPassword, operatorPassword } = JSON.parse(readFileSync(join(stack.data, 'demo.json'), 'utf8'))
  try {
    const verified = await stateOf(browser, portal, { ...demoPeople.customer, password: customerPassword })
    const operator = await stateOf(browser, portal, { ...demoPeople.operator, password: operatorPassword }, enrol)
    const stateBehindGate: StateBehind = async (gate) => {
      if (gate === 'operator') return operator
      return gate === 'verified' ? verified : stateBehind(browser, { portal, sandbox, database }, gate)
    }
    const shown = { browser, portal, stateBehindGate }
    for (const scheme of schemes)
      for (const width of widths) {
        await shoot(shown, width, scheme)
        await shootOpenings(shown, width, scheme)
        step(`${width} px, ${scheme}`)
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
