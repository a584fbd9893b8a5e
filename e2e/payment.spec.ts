import { readPayoutRules } from '@ingot/endpoints/payouts'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { letTimePass } from './passing-time.ts'
import {
  cardPatience,
  cards,
  cardsOfRun,
  chargeOf,
  letItClear,
  openPayer,
  payAs,
  paymentOf,
  startAs,
  typeCard,
} from './payers.ts'
import { endGca } from './savers.ts'
import { payIn } from './senders.ts'
import { callAs } from './traders.ts'
import { openWallet, panel } from './wallet-panel.ts'

// One payer for all of them, within the limits of one: they go one after the other.
test.describe.configure({ mode: 'default', timeout: 180_000 })

const result = (id: string) => `/payment-success?payment=${id}`
const standing = (page: Page) => page.getByRole('region', { name: 'How it stands' })
const idOf = (page: Page) => new URL(page.url()).searchParams.get('payment') ?? ''

test('paid by keyboard with the tab closed at once, it is booked, shown at the next visit, and bound until its day', async ({
  browser,
}) => {
  const { context, page } = await openPayer(browser)
  const expectNoComplaints = listenForComplaints(page)
  await page.goto('/payment')
  await page.getByLabel('You pay').focus()
  await page.keyboard.type('100')
  await expect(page.getByText('That is about')).toBeVisible()
  await expect(page.getByText('Bound for', { exact: true })).toBeVisible()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Enter')
  const card = page.getByRole('heading', { name: /^Card payment \d+$/ })
  await expect(card).toBeFocused()
  await expect(page.getByRole('timer')).toHaveText(/\d\d:\d\d$/)
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Go to the card page' })).toBeFocused()
  expectNoComplaints()
  await page.keyboard.press('Enter')
  await typeCard(page, cards.pays)
  await expect(page.getByRole('button', { name: /^Pay \$100\.00$/ })).toBeFocused()
  const isTaken = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.keyboard.press('Enter')
  await isTaken
  await page.close()

  const next = await context.newPage()
  await next.goto('/payment-success')
  await expect(standing(next)).toContainText(
    'It is paid and booked as gold. The gold is yours, and is bound until',
    cardPatience,
  )
  await settle(next)
  await expectAccessibleInBothSchemes(next)
  await next.getByRole('link', { name: 'See the holding' }).click()
  const holding = next.getByRole('link', { name: /Gold Convert \d+/ })
  await expect(holding).toContainText('GCA bound until')
  await expect(next.getByText('Paid by card: until')).toBeVisible()
  const address = new URL(next.url()).searchParams.get('holding')
  await next.goto(`/termination?holding=${address}`)
  await expect(next.getByRole('alert')).toContainText('so its grams are bound until')
  await settle(next)
  await expectAccessibleInBothSchemes(next)
  await context.close()
})

test('a card that fails is tried again, another asks for a second step, and a part of it goes back', async ({
  browser,
}) => {
  const { context, page } = await openPayer(browser)
  const { id } = await startAs(page, '80')
  await page.goto('/payment')
  await page.getByRole('link', { name: 'Go to the card page' }).click()
  await typeCard(page, cards.fails)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('too little')
  // Whoever leaves finds it where he left it.
  await page.getByRole('link', { name: /^(← )?Back to/ }).click()
  await expect(page).toHaveURL(`/payment?payment=${id}`)
  await page.getByRole('link', { name: 'Go to the card page' }).click()
  await typeCard(page, cards.secondStep)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Confirm the payment' }).press('Enter')
  await expect(page).toHaveURL(result(id))
  await expect(standing(page)).toContainText('It is paid and booked as gold.', cardPatience)

  await cardsOfRun().refund((await chargeOf(id)).intent, { cents: 3000 })
  await expect.poll(async () => (await paymentOf(page, id)).refunded, cardPatience).toBe('30')
  await page.reload()
  await expect(standing(page)).toContainText('That share of the gold was taken back with it; the rest is yours.')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.goto('/payment')
  await expect(page.getByRole('list', { name: 'Your card payments' })).toContainText('30.00 USD went back')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await context.close()
})

test('what was not paid after all says so and leads to another try, and one is cancelled', async ({ browser }) => {
  const { context, page } = await openPayer(browser)
  const { id } = await startAs(page, '20')
  const { session } = await chargeOf(id)
  await page.goto(result(id))
  await expect(standing(page)).toContainText('We have not heard yet that it was paid.')
  await cardsOfRun().pay(session, { card: cards.failsLater })
  await expect(standing(page)).toContainText('waits for the money', cardPatience)
  await cardsOfRun().settleLater(session, 'failed')
  await expect(standing(page)).toContainText('Nothing was charged.', cardPatience)
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('link', { name: 'Pay again' }).click()
  await page.getByLabel('You pay').fill('20')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Cancel the payment' }).click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByText('You cancelled it.')).toBeVisible()
  await page.getByRole('link', { name: 'See the payment' }).click()
  expect((await paymentOf(page, idOf(page))).state).toBe('Expired')
  await context.close()
})

test('disputed after its gold was ended it is owed, stops what leaves, and is settled by the next credit', async ({
  browser,
}) => {
  const { context, page } = await openPayer(browser)
  const { id } = await payAs(page, '200')
  await letItClear(page, id)
  await endGca(page)
  const { intent } = await chargeOf(id)
  const { disputes } = await cardsOfRun().dispute(intent)
  await page.goto(result(id))
  await expect(standing(page)).toContainText('has taken this payment into question', cardPatience)
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /A card payment is disputed/ })).toHaveAttribute('href', result(id))

  await cardsOfRun().close(disputes[0]?.id ?? '', 'lost')
  await page.goto(result(id))
  await expect(standing(page)).toContainText('took the money back, and the booking with it', cardPatience)
  const debt = page.getByRole('region', { name: /^You owe/ })
  await expect(debt).toContainText('money of a card payment that we had booked as gold')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  expect((await callAs(page, 'GET', readPayoutRules.path)).owed).not.toBeNull()
  await openWallet(page, 'Send')
  await expect(panel(page).getByRole('region', { name: /^You owe/ })).toContainText('nothing can leave your account')

  await payIn(page, '1000')
  await expect(async () => {
    await letTimePass('credit of a debtor')
    expect((await callAs(page, 'GET', readPayoutRules.path)).owed).toBeNull()
  }).toPass({ ...cardPatience, intervals: [1_000] })
  await page.goto(result(id))
  await expect(standing(page)).toContainText('took the money back')
  await expect(debt).toHaveCount(0)
  await context.close()
})
