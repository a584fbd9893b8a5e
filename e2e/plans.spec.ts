import { readPlanDates } from '@ingot/endpoints/plans'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { letTimePass } from './passing-time.ts'
import { mailTo, stackOfRun } from './people.ts'
import { isGoldTraded, letDateCome, openAsPlanner, planAs, plannerMail, planOf } from './planners.ts'
import { holdingsOf } from './savers.ts'
import { callAs, traderPin } from './traders.ts'

// The first test of a worker also registers, verifies and funds its customer, with a real deposit.
test.describe.configure({ mode: 'default', timeout: 240_000 })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const pinDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm with your PIN' })
const setUp = (page: Page) => page.getByRole('dialog', { name: 'Your plan is set up' })
const setUpButton = (page: Page) => page.getByRole('button', { name: 'Set up the plan', exact: true })
const amountField = (page: Page) => page.getByLabel('You pay each time', { exact: true })
const standing = (page: Page) => page.getByRole('region', { name: 'How it stands' })
const dates = (page: Page) => page.getByRole('list', { name: 'Dates of the plan' }).getByRole('listitem')
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** As a page writes a day. */
const dayWords = (on: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(on))

const confirm = async (page: Page) => {
  await expect(setUpButton(page)).toHaveAttribute('aria-disabled', 'false')
  await setUpButton(page).click()
  await expect(pinDialog(page)).toBeVisible()
  await page.keyboard.type(traderPin)
  await expect(setUp(page)).toBeVisible()
  await setUp(page).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/plans\/[0-9a-f-]{36}$/)
}

test('a plan is made beside a purchase, tells its dates, buys on the first with a note, and ends when its owner says so', async ({
  browser,
}) => {
  const { context, page } = await openAsPlanner(browser)
  const expectNoComplaints = listenForComplaints(page)
  await page.goto('/GAE/Purchase')
  await page.getByRole('radiogroup', { name: 'Once or by plan' }).getByText('Plan', { exact: true }).click()
  await amountField(page).fill('120')
  await page.getByLabel('Which day').selectOption('31')
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const wanted: { on: string }[] = await callAs(
    page,
    'GET',
    `${readPlanDates.path}?${new URLSearchParams({ every: 'month', on: '31', zone })}`,
  )
  const first = page.getByRole('region', { name: 'First dates' }).getByRole('listitem')
  await expect(first).toHaveText(wanted.map(({ on }) => dayWords(on)))
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await confirm(page)

  await expect(heading(page)).toHaveText(/^GAE plan \d+$/)
  await expect(standing(page)).toContainText('Active')
  await expect(standing(page)).toContainText(dayWords(wanted[0]?.on ?? ''))
  await expect(standing(page)).toContainText('Nothing yet')
  await settle(page)
  await expectAccessibleInBothSchemes(page)

  const id = idOf(page)
  const due = await letDateCome(page, id)
  await page.reload()
  if (await isGoldTraded(page)) {
    expect(due).toMatchObject({ state: 'Booked', amount: '120', on: wanted[0]?.on })
    const [holding] = await holdingsOf(page, '?product=GAE')
    expect(holding).toMatchObject({ units: due.grams, cost: '120', state: 'Active' })
    await expect(dates(page).filter({ hasText: 'Booked' })).toContainText(dayWords(due.on))
    await expect(standing(page)).toContainText('Paid, on one date')
    await dates(page).filter({ hasText: 'Booked' }).getByRole('link').click()
    await expect(heading(page)).toHaveText('Booked GAE')
    await page.goto(`/transactions-gae?holding=${holding?.id}`)
    await expect(page.getByRole('link', { name: `Booking note ${holding?.note?.number}` })).toBeVisible()
    await page.goto(`/plans/${id}`)
  } else {
    expect(due.state).toBe('Waiting')
    await expect(standing(page)).toContainText('Waiting for the gold market.')
  }
  expectNoComplaints()
  await endStepByStep(page)
  await context.close()
})

/** Skip, pause, go on and end, each shown at once. */
const endStepByStep = async (page: Page) => {
  const next = (await planOf(page, idOf(page))).next
  await page.getByRole('button', { name: /^Skip next date/ }).click()
  await expect(dates(page).filter({ hasText: dayWords(next?.on ?? '') })).toContainText('Skipped · You skipped it.')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(standing(page)).toContainText('You paused it.')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(standing(page)).toContainText('Active')
  await page.getByRole('button', { name: 'End', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'End this plan?' })
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await asked.getByRole('button', { name: 'End the plan' }).click()
  await expect(asked).toBeHidden()
  await expect(standing(page)).toContainText('You ended it.')
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeHidden()
  expect((await planOf(page, idOf(page))).state).toBe('Ended')
}

test('the keyboard alone makes a plan for QMGT from the trade page', async ({ browser }) => {
  const { context, page } = await openAsPlanner(browser, { reducedMotion: 'reduce' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Buy QMGT by plan' }).press('Enter')
  await expect(heading(page)).toHaveText('Buy QMGT by plan')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await amountField(page).focus()
  await page.keyboard.type('25')
  await expect(setUpButton(page)).toHaveAttribute('aria-disabled', 'false')
  const isReached = () => setUpButton(page).evaluate((button) => button === document.activeElement)
  for (let presses = 0; presses < 20 && !(await isReached()); presses++) await page.keyboard.press('Tab')
  await expect(setUpButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pinDialog(page)).toBeVisible()
  await page.keyboard.type(traderPin)
  await expect(setUp(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(/^QMGT plan \d+$/)
  await page.goto('/plans')
  await expect(page.getByRole('list', { name: 'Your plans' }).getByRole('listitem').first()).toContainText('QMGT plan')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await context.close()
})

test('a date that was missed stands on the dashboard, which leads to the plan and its reason', async ({ browser }) => {
  const { context, page } = await openAsPlanner(browser)
  const terms = { payWith: 'USDT', amount: '20', every: 'week', on: 3, zone: 'UTC' }
  const { id } = await planAs(page, { product: 'QMGT', ...terms, ceiling: '1' })
  const due = await letDateCome(page, id)
  await page.goto('/dashboard')
  if (await isGoldTraded(page)) {
    expect(due).toMatchObject({ state: 'Retrying', reason: 'above-ceiling' })
    await page.getByRole('region', { name: 'Needs your attention' }).getByRole('link').first().click()
    await expect(page).toHaveURL(`/plans/${id}`)
    await expect(standing(page)).toContainText('Gold cost more than 1.00 USD per gram. We will try again.')
  } else expect(due.state).toBe('Waiting')
  await context.close()
})

test('a price alert is made beside the price, and its mail comes when the price is there', async ({ browser }) => {
  const { context, page } = await openAsPlanner(browser, { reducedMotion: 'reduce' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Alert me' }).click()
  const dialog = page.getByRole('dialog', { name: 'Price alerts' })
  await dialog.getByLabel('Price of a gram').fill('1.5')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Set the alert' }).click()
  const alert = dialog.getByRole('list', { name: 'Your price alerts' }).getByRole('listitem')
  await expect(alert).toContainText('Rises to 1.50 USD per gram')
  await letTimePass('price alerts')
  await expect.poll(() => nextAlertMail(), { timeout: 60_000 }).toBe('Gold has risen to 1.5 USD a gram')
  await page.goto('/My-Profile/Alerts')
  await expect(page.getByRole('list', { name: 'Your price alerts' })).toContainText('E-mailed')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: /^Remove: Rises to/ }).click()
  await expect(page.getByText('You have no alerts yet.')).toBeVisible()
  await context.close()
})

/** The subject of the newest mail that is about the price. */
const nextAlertMail = async (): Promise<string> => {
  for (let after: string | undefined; ; ) {
    const mail = await mailTo(stackOfRun, plannerMail, after)
    if (mail.subject.startsWith('Gold has')) return mail.subject
    after = mail.id
  }
}
