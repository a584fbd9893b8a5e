import { sandboxClient } from '@ingot/sandbox/client'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, listenForComplaints, settle } from './page-checks.ts'

const sandbox = process.env.INGOT_SANDBOX ?? ''
const client = sandboxClient(sandbox)

const address = (last: string): `0x${string}` => `0x${last.padStart(40, '0')}`

/** Nothing may stick out at the side of a phone. */
const expectNoSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

test('coins from the faucet are followed to their transaction, block and address', async ({ page }) => {
  await page.goto(sandbox)
  await page.getByRole('link', { name: 'Get coins' }).click()
  await page.getByLabel('Address').fill('0x12')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('address must be 0x and 40 hex digits')
  await page.getByLabel('Address').fill(address('e2e'))
  await page.getByLabel('Amount').fill('1.5')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('status').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transaction')
  // Whoever comes before the block sees it wait.
  await expect(async () => {
    await page.reload()
    await expect(page.locator('.badge')).toHaveText('Success', { timeout: 1_000 })
  }).toPass()
  await expect(page.getByText('1.5 BNB', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: address('e2e') }).click()
  await expect(page.getByText('1.5 BNB').first()).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the explorer’s pages are accessible on a phone (${colorScheme})`, async ({ browser }) => {
    const hash = await client.chain.faucet({ address: address('a11'), asset: 'BNB', amount: '2' })
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const expectNoComplaints = listenForComplaints(page)
    const paths = ['/explorer', `/explorer/tx/${hash}`, `/explorer/address/${address('a11')}`, '/explorer/block/0']
    for (const path of [...paths, '/faucet', `/explorer/tx/0x${'ab'.repeat(32)}`]) {
      await page.goto(sandbox + path)
      await settle(page)
      await expectAccessible(page)
      await expectNoSideways(page)
    }
    expectNoComplaints()
    await context.close()
  })
