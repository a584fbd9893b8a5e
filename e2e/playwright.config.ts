import { defineConfig } from '@playwright/test'

/** The stack is started by the test run, on free ports and with data of its own. */
const portal = process.env.INGOT_PORTAL
if (!portal) throw new Error('Run the browser tests with: npm test -- browser')

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/browser',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 60_000,
  use: {
    baseURL: portal,
    trace: 'retain-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--disable-gpu'] },
  },
})
