import type { Payment } from '@ingot/endpoints/payment-fields'
import { expect, type Page, test } from '@playwright/test'
import { bundleOf, letRewardDaysPass, openBrought, openIntroducer, waitForRewards } from './introducers.ts'
import { type Operator, openOperator } from './operators.ts'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { cardsOfRun, chargeOf, payAs } from './payers.ts'
import type { PersonInTest } from './people.ts'
import { buyQmgt } from './savers.ts'
import { balanceOf } from './traders.ts'

// One introducer from the first invitation to what is taken back: each test goes on where the one before it ended.
test.describe.configure({ mode: 'serial', timeout: 180_000 })

let person: PersonInTest
let page: Page
let papers: { mobilePhone: string }
let brought: Page
let operator: Operator
let expectNoComplaints: () => void

test.beforeAll(async ({ browser }) => {
  const [introducer, first] = await Promise.all([openIntroducer(browser), openOperator(browser)])
  ;({ person, page, papers } = introducer)
  operator = first
  expectNoComplaints = listenForComplaints(page)
})

test.afterAll(async () => {
  for (const each of [page, brought, operator?.page]) await each?.context().close()
})

const center = '/My-Reward-Center'
const chain = { timeout: 60_000 }
const card = (asset: string) => page.getByRole('region', { name: `Rewards in ${asset}`, exact: true })
const rewards = () => page.getByRole('list', { name: 'Your rewards' }).getByRole('listitem')
const requests = () => page.getByRole('list', { name: 'Your requests' }).getByRole('listitem')
const figure = (asset: string, name: string) =>
  card(asset).locator('dl > div', { has: page.locator('dt', { hasText: name }) })

const claim = async () => {
  await page.goto(center)
  await page.getByRole('button', { name: /^Claim \d/ }).press('Enter')
  await expect(page.getByRole('button', { name: 'Claim it' })).toBeFocused()
  await page.keyboard.press('Enter')
  const overlay = page.getByRole('dialog', { name: 'Your claim is with us' })
  await expect(overlay).toBeVisible(chain)
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
}

/** What is open on the desk, with a reason. */
const decideHere = async (desk: Page, decision: string, reason: string) => {
  await desk.getByRole('button', { name: decision, exact: true }).press('Enter')
  const dialog = desk.getByRole('dialog', { name: decision, exact: true })
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: decision }).press('Enter')
  await expect(dialog).toBeHidden()
}

/** The customer's own, in a queue of the console. */
const openQueued = async ({ page: desk }: Operator, address: string, title: string) => {
  await desk.goto(address)
  // Others on the page name the customer, too.
  const waiting = desk.getByRole('list', { name: title, exact: true })
  await waiting.getByRole('link', { name: person.username }).first().press('Enter')
  await expect(desk.locator('#queue-item')).toBeFocused()
}

const payRequest = async () => {
  await openQueued(operator, '/reward-requests', 'Reward requests')
  await decideHere(operator.page, 'Pay', 'The sum is right')
}

/** The card's owner takes the money back. */
const lose = async ({ id }: Payment) => {
  const { disputes } = await cardsOfRun().dispute((await chargeOf(id)).intent)
  await cardsOfRun().close(disputes[0]?.id ?? '', 'lost')
}

test('whoever comes by the invite link, is verified and trades brings a reward, of which only kind and day are told', async ({
  browser,
}) => {
  await page.goto(center)
  await expect(page.getByText('No rewards yet')).toBeVisible()
  await settle(page)
  await expectAccessibleInBothSchemes(page)

  brought = (await openBrought(browser, page)).page
  await buyQmgt(brought, '200')
  await waitForRewards(page, ['Pending'])
  await page.reload()
  await expect(rewards()).toContainText(/^Reward for a swapPending · not before .* · level 1 · /)
  const { pending, claimableNow, isEnough } = await bundleOf(page, 'USDT')
  expect(Number(pending)).toBeGreaterThan(10)
  expect([claimableNow, isEnough]).toEqual(['0', false])
  await expect(page.getByRole('button', { name: /^Claim \d/ })).toHaveCount(0)
  await settle(page)
  await expectAccessibleInBothSchemes(page)
})

test('after its days it is claimed by keyboard, paid by an operator, and arrives with its hash', async () => {
  await letRewardDaysPass(person, 30)
  await waitForRewards(page, ['Claimable'])
  const before = Number(await balanceOf(page, 'USDT'))
  const { claimableNow } = await bundleOf(page, 'USDT')
  await claim()
  await expect(requests()).toContainText('Requested')
  await expect(rewards()).toContainText(/Requested · request \d+/)
  await payRequest()

  await page.reload()
  await expect(requests()).toContainText('Paid')
  await expect(rewards()).toContainText('Paid')
  expect(Number(await balanceOf(page, 'USDT'))).toBeCloseTo(before + Number(claimableNow), 6)
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await requests().getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Received USDT')
  await expect(page.getByRole('link', { name: /explorer/ })).toHaveAttribute('href', /0x[0-9a-f]{64}$/, chain)

  await page.goto(center)
  await page.getByRole('button', { name: /^Report for tax of/ }).press('Enter')
  await expect(page).toHaveURL(/\/pdf\?document=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report of rewards')
  await expect(page.getByText(/RW-\d{4}-\d{6} · Valid/)).toBeVisible()
})

test('a reward for somebody with the same phone is held, until an operator has looked at it', async ({ browser }) => {
  const { mobilePhone } = papers
  const other = (await openBrought(browser, page, { mobilePhone })).page
  await payAs(other, '500')
  await payAs(other, '500')
  await other.context().close()
  await waitForRewards(page, ['Held', 'Held'])
  await page.goto(center)
  await expect(figure('USD', 'Held')).toContainText('6.00 USD')
  await expect(rewards().first()).toContainText(/^Reward for a bookingHeld · /)
  for (let left = 2; left > 0; left--) {
    await openQueued(operator, '/operator/queues/rewards-held', 'Rewards held')
    await decideHere(operator.page, 'It is all right', 'They are known to live together')
  }
  await waitForRewards(page, ['Pending', 'Pending'])
})

test('a card payment that is lost takes its reward back, while that is pending and after it was paid', async () => {
  const [small, large] = [await payAs(brought, '20'), await payAs(brought, '490')]
  await payAs(brought, '490')
  await waitForRewards(page, ['Pending', 'Pending', 'Pending', 'Pending', 'Pending'])
  await lose(small)
  await waitForRewards(page, ['Pending', 'Pending', 'Reversed', 'Pending', 'Pending'])
  await page.goto(center)
  await expect(figure('USD', 'Reversed')).toContainText('0.12 USD')

  await letRewardDaysPass(person, 120)
  await waitForRewards(page, ['Claimable', 'Claimable', 'Reversed', 'Claimable', 'Claimable'])
  await claim()
  await payRequest()
  await waitForRewards(page, ['Paid', 'Paid', 'Reversed', 'Paid', 'Paid'])
  const before = await balanceOf(page, 'USDT')
  await lose(large)
  await waitForRewards(page, ['Paid', 'Reversed', 'Reversed', 'Paid', 'Paid'])
  await page.goto(center)
  await expect(page.getByText('2.94 USD is taken from your next claims')).toContainText('You owe nothing.')
  await expect(figure('USD', 'Reversed')).toContainText('3.06 USD')
  expect(await balanceOf(page, 'USDT')).toBe(before)
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  expectNoComplaints()
  operator.expectNoComplaints()
})
