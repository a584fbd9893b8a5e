import { type OwnProof, readProof } from '@ingot/endpoints/proofs'
import { sellToken, swap } from '@ingot/endpoints/trade'
import { type Browser, expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes, listenForComplaints } from './page-checks.ts'
import { letTimePass } from './passing-time.ts'
import { stackOfRun } from './people.ts'
import { balanceOf, callAs, callWithPin, traderState } from './traders.ts'

// One after the other: while sales are stopped, they are stopped for everybody.
test.describe.configure({ mode: 'default', timeout: 300_000 })

const patience = { timeout: 150_000 }

const openAsTrader = async (browser: Browser) => {
  const context = await browser.newContext({ baseURL: stackOfRun.portal, storageState: await traderState(browser) })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade gold')
  return page
}

test('a visitor comes from the home page to the bars and to what is owed, by keyboard, at every width', async ({
  browser,
}) => {
  await letTimePass('look at the reserves')
  const context = await browser.newContext({ baseURL: stackOfRun.portal })
  const page = await context.newPage()
  const expectNoComplaints = listenForComplaints(page)
  // What was drawn ahead gives way to the page itself, and with it what had the focus.
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'See how it is backed' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/reserves')
  const coverage = page.getByRole('region', { name: 'Coverage', exact: true })
  await expect(async () => {
    await page.reload()
    await expect(coverage).toContainText('Buying is open', { timeout: 3_000 })
  }).toPass(patience)
  await expect(page.getByRole('region', { name: 'What we owe' })).toContainText('QMGT')
  const bars = page.getByRole('list', { name: 'Bars' })
  const first = (await bars.getByRole('heading').first().textContent()) ?? ''
  await page.getByLabel('Serial or refiner').fill(first.split(' ').at(-1) ?? '')
  await page.keyboard.press('Enter')
  await expect(bars.getByRole('heading').first()).toHaveText(first)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download JSON' }).click()
  expect((await download).suggestedFilename()).toBe('bars.json')
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(over, `${width} px`).toBeLessThanOrEqual(0)
    await expectAccessibleInBothSchemes(page)
  }
  expectNoComplaints()
  await context.close()
})

test('while gold is missing buying is refused in words before a PIN is asked for, selling works, and everybody sees why; then it goes on by itself', async ({
  browser,
}) => {
  const page = await openAsTrader(browser)
  const buying = { pair: 'QMGT/USDT', side: 'buy', amount: '2', of: 'receive' }
  const { id: quoteId } = await callAs(page, 'POST', '/quotes', { data: buying })
  await callWithPin(page, swap, { quoteId })
  await letTimePass('finding of a gap')
  await page.goto('/reserves')
  const coverage = page.getByRole('region', { name: 'Coverage', exact: true })
  await expect(async () => {
    await page.reload()
    await expect(coverage).toContainText('Buying is stopped', { timeout: 3_000 })
  }).toPass()
  await expect(coverage).toContainText('There is less in the vault, or in our wallets, than we owe.')
  await expectAccessibleInBothSchemes(page)

  await page.goto('/')
  const words = 'Buying gold is stopped until our reserves are shown to cover everything we owe.'
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the reserves' })).toHaveAttribute('href', '/reserves')
  await expect(callAs(page, 'POST', '/quotes', { data: buying })).rejects.toThrow(words)
  const owned = await balanceOf(page, 'QMGT')
  await callWithPin(page, sellToken, { amount: '1' })
  expect(Number(await balanceOf(page, 'QMGT'))).toBe(Number(owned) - 1)

  await letTimePass('steady minutes of the reserves')
  await expect(async () => {
    await letTimePass('look at the reserves')
    await page.goto('/reserves')
    await expect(coverage).toContainText('Buying is open', { timeout: 5_000 })
  }).toPass(patience)
  await page.goto('/')
  await expect(page.getByText(words)).toHaveCount(0)
})

test('a device proves the own balance by the chain itself, and catches a tampered balance, total, and snapshot', async ({
  browser,
}) => {
  const page = await openAsTrader(browser)
  const expectNoComplaints = listenForComplaints(page)
  const { id: quoteId } = await callAs(page, 'POST', '/quotes', {
    data: { pair: 'QMGT/USDT', side: 'buy', amount: '3', of: 'receive' },
  })
  await callWithPin(page, swap, { quoteId })
  await letTimePass('day of a snapshot')
  await expect.poll(async () => (await callAs(page, 'GET', readProof.path)) !== null, patience).toBe(true)
  await page.goto('/reserves')
  const own = page.getByRole('region', { name: 'Your own balance' })
  await own.getByRole('button', { name: 'Check my balance' }).click()
  await expect(own.getByText(/Your balance is in the published total of/)).toBeVisible()
  await own.getByText('What was checked').click()
  await expect(own).toContainText('The blockchain has the same snapshot: this page asked a node, not us.')
  await expect(own).toContainText('Your QMGT')
  await expectAccessibleInBothSchemes(page)
  expectNoComplaints()

  const again = async () => own.getByRole('button', { name: 'Check again' }).click()
  const tampering = async (change: (proof: OwnProof) => void, words: RegExp) => {
    await page.route('**/api/reserves/proof', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      change(body.data)
      await route.fulfill({ response, json: body })
    })
    await again()
    await expect(own.getByRole('alert')).toContainText(words)
    await page.unroute('**/api/reserves/proof')
  }
  await tampering(({ of }) => {
    const gold = of.find(({ asset }) => asset === 'QMGT')
    if (gold) gold.units = String(BigInt(gold.units) - 1n)
  }, /parts of the balance do not add up/)
  await tampering(({ snapshot }) => {
    for (const tree of snapshot.header.trees) tree.total = String(BigInt(tree.total) + 1n)
  }, /changed after it was made/)
  await expect(own.getByRole('button', { name: 'Save the evidence' })).toBeVisible()

  // Another snapshot than everybody else is shown: the chain says so.
  await page.route('**/chain', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    if (body.result?.length === 66) body.result = `0x${'ab'.repeat(32)}`
    await route.fulfill({ response, json: body })
  })
  await again()
  await expect(own.getByRole('alert')).toContainText('not the one that is published on the chain')
  await page.unroute('**/chain')
  await again()
  await expect(own.getByText(/Your balance is in the published total of/)).toBeVisible()
})
