import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/browser',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 120_000,
  // A busy machine is slow, not wrong.
  expect: { timeout: 20_000 },
  use: {
    // The stack is started by the test run, on free ports and with data of its own.
    baseURL: process.env.INGOT_PORTAL ?? 'http://started-by-npm-test.invalid',
    // A trace of every step takes a third of the time; a picture of the end is enough to begin with.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--disable-gpu'] },
  },
})
