import type { Stake } from '@ingot/endpoints/staking-fields'
import { expect, type Page, test } from '@playwright/test'
import { approve, ask, type Operator, openOperator } from './operators.ts'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import type { PersonInTest } from './people.ts'
import { buyQmgt } from './savers.ts'
import { beginAs, bringSomebody, letDaysPass, openStaker, stakesOf, stakingOf, waitForStates } from './stakers.ts'
import { balanceOf, traderPin } from './traders.ts'

// One customer from the first stake to the last day of its term: each test goes on where the one before it ended.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

let person: PersonInTest
let page: Page
let operators: [Operator, Operator]
let stake: Stake
let expectNoComplaints: () => void

test.beforeAll(async ({ browser }) => {
  const [staker, first, second] = await Promise.all([openStaker(browser), openOperator(browser), openOperator(browser)])
  ;({ person, page } = staker)
  operators = [first, second]
  expectNoComplaints = listenForComplaints(page)
})

test.afterAll(async () => {
  for (const each of [page, ...operators.map((operator) => operator.page)]) await each.context().close()
})

const main = () => page.getByRole('main')
const field = () => page.getByLabel('You stake', { exact: true })
const overlay = (name: string) => page.getByRole('dialog', { name })
const rowOf = (name: string) => page.locator('dl > div', { has: page.locator('dt', { hasText: name }) })
const chain = { timeout: 60_000 }
const mostWaiting = 20

const enterPin = async () => {
  await expect(page.getByRole('dialog', { name: 'Confirm with your PIN' })).toBeVisible()
  await page.keyboard.type(traderPin)
}

const closeOverlay = async (name: string) => {
  await expect(overlay(name)).toBeVisible(chain)
  await page.keyboard.press('Escape')
  await expect(overlay(name)).toBeHidden()
}

/** In the console’s queue, by keyboard: the customer’s own is opened, and a decision of it. */
const openDecision = async ({ page: desk }: Operator, decision: string) => {
  await desk.goto('/reward-requests')
  const waiting = desk.getByRole('list', { name: 'Reward requests' })
  const own = waiting.getByRole('link', { name: person.username })
  await expect(own).toHaveCount(1)
  // Somebody else's may wait before it.
  const isThere = () => own.evaluate((link) => link === document.activeElement)
  for (let steps = 0; steps < mostWaiting && !(await isThere()); steps++) await desk.keyboard.press('j')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { level: 2, name: /QMGT of rewards/ })).toBeFocused()
  await desk.getByRole('button', { name: decision, exact: true }).press('Enter')
  return desk.getByRole('dialog', { name: decision, exact: true })
}

test('QMGT + is there for nobody who brought nobody, opens with the first one verified, and is closed while the pool is empty', async () => {
  await page.goto('/staking')
  await settle(page)
  await expect(main()).toHaveText('')
  await page.goto('/Staking')
  await settle(page)
  await expect(main()).toHaveText('')
  await page.getByRole('button', { name: 'Gold Convert Services' }).click()
  await expect(page.getByRole('link', { name: 'Spend To Save' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'QMGT +' })).toHaveCount(0)

  await bringSomebody(page)
  await buyQmgt(page, '100')
  await page.goto('/test')
  await page.getByRole('button', { name: 'Gold Convert Services' }).click()
  await page.getByRole('link', { name: 'QMGT +' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('QMGT +')
  const { pool } = await stakingOf(page)
  await expect(main().getByText('The pool of rewards is empty: QMGT + is closed')).toHaveCount(pool.isEmpty ? 1 : 0)
})

test('two operators fill the pool out of fees, and a stake begins by keyboard alone', async () => {
  const [first, second] = operators
  await first.page.goto('/operator/pool')
  await first.page.getByRole('button', { name: 'Fill out of USDT' }).press('Enter')
  await first.page.getByRole('dialog').getByLabel('Amount, in QMGT').fill('0.1')
  await ask(first, 'Fill out of USDT', 'For the first stakes')
  await expect(first.page.getByText('Fill the pool of rewards: waiting for approval')).toBeVisible()
  await approve(second, 'Fill the pool of rewards', first.person)
  await first.page.reload()
  await expect(
    first.page
      .getByRole('listitem')
      .filter({ hasText: /^Fill \d/ })
      .first(),
  ).toContainText(`asked for by ${first.person.username}, approved by ${second.person.username}`)

  await page.reload()
  await page.getByRole('radio', { name: /^90 days/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(field()).toBeFocused()
  await page.keyboard.type('10')
  await expect(rowOf('Set aside for you')).toContainText('0.050000 QMGT')
  await expect(rowOf('Set aside for you')).toContainText('not interest; its worth in money can fall')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Enter')
  await enterPin()
  await closeOverlay('Your QMGT is staked')
  const [begun] = await stakesOf(page)
  if (!begun) throw new Error('nothing was staked')
  stake = begun
  expect(stake).toMatchObject({ state: 'Staked', units: '10', reward: '0.05', termDays: 90, renews: false })
  expect(await balanceOf(page, 'QMGT')).toBe('90')
  await expect(page.getByRole('link', { name: `Stake ${stake.number}` })).toContainText('Staked · 90 days')
})

test('one is left on day 29 and one on day 31, with what each costs before the PIN, and one stays after all', async () => {
  const [early, later] = [await beginAs(page, '4'), await beginAs(page, '4')]
  await letDaysPass(page, person, 29)
  const leave = async ({ id }: Stake, stays: string, returns: string) => {
    await page.goto(`/stakes/${id}`)
    await page.getByRole('button', { name: 'Leave early' }).press('Enter')
    await expect(rowOf('Vested, stays yours')).toContainText(stays)
    await expect(rowOf('Goes back to the pool')).toContainText(returns)
    await expect(rowOf('All of your stake comes back')).toContainText('4.000000 QMGT')
    await expect(page.getByRole('button', { name: 'Give notice' })).toBeFocused()
    await page.keyboard.press('Enter')
    await enterPin()
    await closeOverlay('You have given notice')
    await expect(rowOf('State')).toContainText('You gave notice.')
  }
  await leave(early, '0.000000 QMGT', '0.020000 QMGT')
  await letDaysPass(page, person, 2)
  await leave(later, '0.006888 QMGT', '0.013111 QMGT')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Stay after all' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Leave early' })).toBeVisible()
  await leave(later, '0.006888 QMGT', '0.013111 QMGT')
})

test('what has vested is claimed, paid by an operator, and arrives with its hash; those that were left are free', async () => {
  await page.goto('/Staking')
  await page.getByRole('button', { name: `Claim 0.017222 QMGT of stake ${stake.number}` }).press('Enter')
  await closeOverlay('Your claim is with us')
  const request = page.getByRole('list', { name: 'Your requests' }).getByRole('listitem')
  await expect(request).toContainText('Requested')
  const before = await balanceOf(page, 'QMGT')
  expect(before).toBe('82')

  const [operator] = operators
  const dialog = await openDecision(operator, 'Pay')
  await settle(operator.page)
  await expectAccessibleInBothSchemes(operator.page)
  await dialog.getByLabel('Reason').fill('The sum is right')
  await operator.page.keyboard.press('Tab')
  await operator.page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  await page.reload()
  await expect(request).toContainText('Paid')
  expect(await balanceOf(page, 'QMGT')).toBe('82.017222222222222222')
  await request.getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Received QMGT')
  await expect(page.getByRole('link', { name: /explorer/ })).toHaveAttribute('href', /0x[0-9a-f]{64}$/, chain)

  await letDaysPass(page, person, 7)
  const left = (await stakesOf(page)).filter(({ state }) => state === 'Leaving').map(({ id }) => id)
  expect(left).toHaveLength(2)
  await waitForStates(page, left, 'Left')
  expect(await balanceOf(page, 'QMGT')).toBe('90.017222222222222222')
  await page.goto(`/stakes/${left[1]}`)
  await expect(rowOf('Went back to the pool')).toContainText('0.020000 QMGT')
})

test('a sale of what has vested is rejected with a reason that the customer reads, and can be asked for again', async () => {
  await letDaysPass(page, person, 22)
  await page.goto(`/stakes/${stake.id}`)
  await page.getByRole('button', { name: 'Sell only what has vested' }).press('Enter')
  await page.getByRole('button', { name: 'Sell it for USDT' }).press('Enter')
  await enterPin()
  await closeOverlay('Your sale is with us')
  const [operator] = operators
  const dialog = await openDecision(operator, 'Reject')
  await dialog.getByLabel('Reason').fill('Please write to us first')
  await dialog.getByRole('button', { name: 'Reject' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(operator.page.getByRole('region', { name: 'All requests' })).toContainText('“Please write to us first”')
  await page.goto('/stakes')
  const request = page.getByRole('list', { name: 'Your requests' }).getByRole('listitem').first()
  await expect(request).toContainText('Rejected')
  await expect(request).toContainText('“Please write to us first” It is vested as before, and can be claimed again.')
  await expect(page.getByRole('button', { name: /^Claim 0\.016111 QMGT/ })).toBeVisible()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
})

test('near its end a stake cannot be left, which the page says in words, and on its last day it ends by itself', async () => {
  await letDaysPass(page, person, 25)
  await page.goto(`/stakes/${stake.id}`)
  await expect(page.getByText('It ends automatically on')).toContainText('There is nothing to gain by leaving early.')
  await expect(page.getByRole('button', { name: 'Leave early' })).toHaveCount(0)

  await letDaysPass(page, person, 5)
  await waitForStates(page, [stake.id], 'Ended')
  await page.reload()
  await expect(page.getByText('0.050000 QMGT of 0.050000 QMGT has vested by day 90 of 90 days.')).toBeVisible()
  await expect(rowOf('Can be claimed')).toContainText('0.032777 QMGT')
  expect(await balanceOf(page, 'QMGT')).toBe('100.017222222222222222')
  expectNoComplaints()
  for (const operator of operators) operator.expectNoComplaints()
})
