import { type OwnProof, readProof } from '@ingot/endpoints/proofs'
import { sellToken, swap } from '@ingot/endpoints/trade'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { approve, ask, type Operator, openOperator } from './operators.ts'
import { expectAccessible, expectAccessibleInBothSchemes, listenForComplaints } from './page-checks.ts'
import { letTimePass } from './passing-time.ts'
import { stackOfRun } from './people.ts'
import { attested, chainWorker, freeze, wake } from './stack-parts.ts'
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

const operators: Promise<Operator>[] = []

/** Two for all tests here: what they need is made once. */
const theOperator = (browser: Browser, number: 0 | 1): Promise<Operator> => {
  operators[number] ??= openOperator(browser)
  return operators[number]
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

const buying = { pair: 'QMGT/USDT', side: 'buy', amount: '2', of: 'receive' }
const refusal = 'Buying gold is stopped until our reserves are shown to cover everything we owe.'
const coverageOn = (page: Page) => page.getByRole('region', { name: 'Coverage', exact: true })

const buy = async (page: Page) => {
  const { id: quoteId } = await callAs(page, 'POST', '/quotes', { data: buying })
  await callWithPin(page, swap, { quoteId })
}

/** For a second the door may remember that it is shut. */
const buyAtOpenDoor = (page: Page) => expect(() => buy(page)).toPass(patience)

/** What anybody reads, once the page has loaded, however long that takes. */
const saidOn = async (page: Page) => {
  await page.goto('/reserves')
  return coverageOn(page).getByRole('status').textContent()
}

/** A while after the worker has looked. */
const expectState = (page: Page, ...words: string[]) =>
  expect(async () => {
    await letTimePass('look at the reserves')
    const said = await saidOn(page)
    for (const each of words) expect(said).toContain(each)
  }).toPass(patience)

/** Refused in words, by the page and by the server, while what makes nothing more owed goes on. */
const expectOnlySelling = async (page: Page, why: string) => {
  await expectState(page, 'Buying is stopped', why)
  await page.goto('/')
  await expect(page.getByText(refusal)).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the reserves' })).toHaveAttribute('href', '/reserves')
  await expect(callAs(page, 'POST', '/quotes', { data: buying })).rejects.toThrow(refusal)
  const owned = await balanceOf(page, 'QMGT')
  await callWithPin(page, sellToken, { amount: '1' })
  expect(Number(await balanceOf(page, 'QMGT'))).toBe(Number(owned) - 1)
}

/** Nobody does anything but wait, and what is bought then can be sold. */
const expectOpen = async (page: Page) => {
  await expect(async () => {
    await letTimePass('look at the reserves')
    await letTimePass('steady minutes of the reserves')
    expect(await saidOn(page)).toContain('Buying is open')
  }).toPass(patience)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade gold')
  await expect(page.getByText(refusal)).toHaveCount(0)
  await buyAtOpenDoor(page)
}

test('while there is less gold than is owed buying is refused before a PIN is asked for, selling works, everybody sees why; then it goes on by itself', async ({
  browser,
}) => {
  const page = await openAsTrader(browser)
  await expectOpen(page)
  await letTimePass('weight of the bars')
  try {
    await expectOnlySelling(page, 'There is less in the vault, or in our wallets, than we owe.')
    await page.goto('/reserves')
    await expectAccessibleInBothSchemes(page)
  } finally {
    await letTimePass('lightness of the bars')
  }
  await expectOpen(page)
})

test('while no snapshot is published on the chain only selling works, until there is one again', async ({
  browser,
}) => {
  const page = await openAsTrader(browser)
  await expectOpen(page)
  await freeze(chainWorker)
  try {
    for (let days = 0; days < 3; days++) await letTimePass('day of a snapshot')
    await expectOnlySelling(page, 'No snapshot of what we owe has been published on the blockchain for 48 hours.')
  } finally {
    wake(chainWorker)
  }
  await expectOpen(page)
})

test('a bar that two took in and the chain never heard of stops sales after a day, until the attestor publishes it', async ({
  browser,
}) => {
  const [page, first, second] = [
    await openAsTrader(browser),
    await theOperator(browser, 0),
    await theOperator(browser, 1),
  ]
  await expectOpen(page)
  const bars = `serial;refiner;grossGrams;fineness;year\r\nE2E-R${Date.now()};Alpine Refinery;2.5;999.9;2024\r\n`
  await first.page.goto('/operator/vault')
  await first.page.getByRole('button', { name: 'Take in bars' }).click()
  const file = { name: 'bars.csv', mimeType: 'text/csv', buffer: Buffer.from(bars) }
  await first.page.getByLabel('Choose a list of bars').setInputFiles(file)
  await first.page.getByRole('button', { name: 'Ask for approval' }).click()
  await first.page.getByRole('dialog').getByLabel('Delivery').fill(`reserves ${Date.now()}`)
  await ask(first, 'Take bars into the vault', 'The van was here')
  await approve(second, 'Take bars into the vault', first.person)
  await expectState(page, 'Buying is open')
  await letTimePass('day of an attestation')
  await expectOnlySelling(page, 'The blockchain and the list of bars give different weights for the vault.')
  await attested()
  await expectOpen(page)
})

test('a list that nobody has compared for a month stops sales; two let it pass with words for everybody, and then compare it', async ({
  browser,
}) => {
  const [page, first, second] = [
    await openAsTrader(browser),
    await theOperator(browser, 0),
    await theOperator(browser, 1),
  ]
  await expectOpen(page)
  // It hears of no attestation.
  await freeze(chainWorker)
  try {
    await letTimePass('month of the list')
    await expectOnlySelling(page, 'The list of bars has not been compared with the vault for more than 31 days.')

    await first.page.goto('/operator/reserves')
    await first.page.getByRole('button', { name: 'Resume sales' }).press('Enter')
    const note = 'The auditor counts the bars tomorrow; the last count was complete.'
    await first.page.getByRole('dialog').getByLabel('What everybody reads').fill(note)
    await first.page.getByRole('dialog').getByLabel('For how many hours').fill('3')
    await expectAccessible(first.page)
    await ask(first, 'Resume sales', 'The auditor is late by a day')
    await expect(callAs(page, 'POST', '/quotes', { data: buying })).rejects.toThrow(refusal)
    await approve(second, 'Resume sales in spite of the reserves', first.person)
    await expectState(page, 'Buying is open for a while in spite of this', note)
    await buyAtOpenDoor(page)

    await first.page.goto('/operator/reserves')
    await first.page.getByRole('button', { name: 'Confirm the list of bars' }).press('Enter')
    await ask(first, 'Confirm the list of bars', 'Counted with the auditor')
    await approve(second, 'Confirm the list of bars', first.person)
  } finally {
    wake(chainWorker)
  }
  await expectOpen(page)
  first.expectNoComplaints()
  second.expectNoComplaints()
})

test('a device proves the own balance by the chain itself, and catches a tampered balance, total, and snapshot', async ({
  browser,
}) => {
  const page = await openAsTrader(browser)
  const expectNoComplaints = listenForComplaints(page)
  await buy(page)
  await letTimePass('day of a snapshot')
  await expect.poll(async () => (await callAs(page, 'GET', readProof.path)) !== null, patience).toBe(true)
  await page.goto('/reserves')
  const own = page.getByRole('region', { name: 'Your own balance' })
  await own.getByRole('button', { name: 'Check my balance' }).click()
  await expect(own.getByText(/Your balance is in the published total of/)).toBeVisible()
  await own.getByText('What was checked').click()
  await expect(own).toContainText('The blockchain has the same snapshot: this page asked a node, not us.')
  await expect(own).toContainText('Your QMGT')
  await expect(own).toContainText('what your wallet shows now, less what came since the snapshot')
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
  }, /not what you had at that time/)
  await tampering(({ of }) => {
    const part = of.find(({ asset }) => asset === 'QMGT')?.parts[0]
    if (part) part.units = String(BigInt(part.units) - 1n)
  }, /parts of the balance do not add up/)
  await tampering(({ snapshot }) => {
    for (const tree of snapshot.header.trees) tree.total = String(BigInt(tree.total) + 1n)
  }, /changed after it was made/)
  await expect(own.getByRole('button', { name: 'Save the evidence' })).toBeVisible()

  // The wallet shows a gram that the proof does not count.
  await page.route('**/api/user-balances', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    for (const balance of body.data) if (balance.asset === 'QMGT') balance.total = String(Number(balance.total) + 1)
    await route.fulfill({ response, json: body })
  })
  await again()
  await expect(own.getByRole('alert')).toContainText('not what you had at that time')
  await page.unroute('**/api/user-balances')

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
