import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

/** Take longest, or have journeys that go one after the other, so they begin first: the rest fits beside them. */
const longest = [
  'every-page.spec.ts',
  'kyc.spec.ts',
  'operator.spec.ts',
  'transactions.spec.ts',
  'wallet.spec.ts',
  'wallet-once.spec.ts',
]

/** Shows a PDF, which only the browser that has windows can. */
const shownAsPdf = 'documents.spec.ts'

/** Take the verification provider or parts of the stack away, so they begin when all the others have ended. */
const providerOutage = 'kyc-down.spec.ts'
const partOutages = 'wallet-down.spec.ts'
/** Stops sales for everybody, and needs every part. */
const stoppedSales = 'reserves-stop.spec.ts'

/**
 * Every window would bring two pages of the browser's own, for suggestions under its address bar, which take as long as a
 * page of ours. The last list of this kind counts, so what Playwright turns off by itself is here, too.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const whole = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const launchOptions = (executablePath: string) => ({
  executablePath,
  args: ['--disable-gpu', `--disable-features=${withoutFeatures}`],
})

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/browser',
  fullyParallel: true,
  forbidOnly: true,
  // A shared machine may be held up for longer than any limit here. Elsewhere a failure is looked at, not tried away.
  retries: process.env.CI === 'true' ? 1 : 0,
  // Journeys mostly wait: for a mail, a block, a decision.
  workers: availableParallelism() + 1,
  timeout: 120_000,
  // A busy machine is slow, not wrong.
  expect: { timeout: 20_000 },
  projects: [
    { name: 'long journeys', testMatch: longest },
    { name: 'papers', testMatch: shownAsPdf, use: { launchOptions: launchOptions(whole) } },
    { name: 'journeys', testIgnore: [...longest, shownAsPdf, providerOutage, partOutages, stoppedSales] },
    { name: 'provider outage', testMatch: providerOutage, dependencies: ['long journeys', 'papers', 'journeys'] },
    { name: 'part outages', testMatch: partOutages, dependencies: ['provider outage'] },
    { name: 'stopped sales', testMatch: stoppedSales, dependencies: ['part outages'] },
  ],
  use: {
    // The stack is started by the test run, on free ports and with data of its own.
    baseURL: process.env.INGOT_PORTAL ?? 'http://started-by-npm-test.invalid',
    // What moves takes a third of the machine, and says nothing that is asked here; the journeys of the frame let it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every step takes a third of the time; a picture of the end is enough to begin with.
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(process.env.WINDOWLESS_PATH ?? whole),
  },
})
