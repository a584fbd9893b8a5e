import type { Payment } from '@ingot/endpoints/payment-fields'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { buttonOf, idOf, press, signInVerified, type } from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { Paying } from './paying.tsx'
import { PaymentList } from './payment-list.tsx'
import { booked, oneOf, open, payDay, rules } from './test-payments.ts'

tellPages(() => true)
beforeEach(() => signInVerified())
afterEach(() => act(() => useSession.getState().logOut()))

const openForm = (given: Answers = {}, address = '/payment') =>
  openPage(Paying, '/payment', address, { ...payDay, ...given })

/** As the server has it from the moment on at which it was made. */
const onceMade = (made: () => boolean, payment: Payment = open): Answers => ({
  'GET /payments': () => page(made() ? [payment] : []),
})

it('tells the whole sum, its fee, the gold and for how long it is bound before anything is paid', async () => {
  openForm()
  await screen.findByText('From 10.00 USD to 500.00 USD')
  fireEvent.click(screen.getByText('100'))
  const figures = (await screen.findByText('That is about')).closest('dl')?.textContent
  expect(figures).toMatch(/Your card will be charged100\.00 USDSaved as gold97\.00 USDCard fee \(3 %\)3\.00 USD/)
  expect(figures).toMatch(/0\.728665 GCA.*locked for 30 minutes.*133\.12 USDBound for14 days.*cannot be sold, ended/)
  expect(screen.getByText('Left of 30 days').closest('dl')?.textContent).toMatch(/900\.00 USDof 1,000\.00 USD$/)
  expect(
    screen.getByText(/up to 2,000\.00 USD at once and 5,000\.00 USD within 30 days, bound for 7 days/),
  ).toBeDefined()
})

it('locks the price, and leads to the processor’s page with the time that is left', async () => {
  let isMade = false
  const { sentTo } = openForm({
    ...onceMade(() => isMade),
    'POST /payments': () => {
      isMade = true
      return ok(open)
    },
  })
  await screen.findByText(/^From 10/)
  type('You pay', '100')
  await press('Continue')
  const title = await screen.findByRole('heading', { name: 'Card payment 7' })
  expect(document.activeElement).toBe(title)
  expect(bodyOf(sentTo('POST /payments')[0])).toEqual({ amount: '100' })
  expect(screen.getByText('Go to the card page').closest('a')?.getAttribute('href')).toBe(open.url)
  expect(screen.getByRole('timer').textContent).toMatch(/^This price holds for \d\d:\d\d$/)
  expect(screen.queryByLabelText('You pay')).toBeNull()
})

it('is the same payment when it is pressed again after a lost answer', async () => {
  const { answers, sentTo } = openForm({ 'POST /payments': failure(503, 'ProcessorUnavailable', 'Not now.') })
  await screen.findByText(/^From 10/)
  type('You pay', '100')
  await press('Continue')
  await screen.findByText('Not now.')
  answers['POST /payments'] = ok(open)
  await press('Continue')
  await waitFor(() => expect(sentTo('POST /payments')).toHaveLength(2))
  expect(new Set(sentTo('POST /payments').map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
})

it.each([
  ['9.99', 'The minimum is 10.00 USD.'],
  ['500.01', 'The maximum at once is 500.00 USD.'],
  ['10.001', 'Please use at most two decimal places.'],
])('says of %s which limit it misses', async (amount, words) => {
  const { sentTo } = openForm()
  await screen.findByText(/^From 10/)
  type('You pay', amount)
  await screen.findByText(words)
  fireEvent.click(buttonOf('Continue'))
  expect(sentTo('POST /payments')).toEqual([])
})

it('names what is left of 30 days, and offers no more than that', async () => {
  openForm({ 'GET /payments/rules': ok({ ...rules, left: '120' }) })
  await screen.findByText('From 10.00 USD to 120.00 USD')
  expect(screen.queryByText('250', { selector: 'button' })).toBeNull()
  type('You pay', '121')
  await screen.findByText('The limit is 1,000.00 USD within 30 days. You have 120.00 USD left.')
})

it('is closed in words, and only for those who are verified', async () => {
  const { sentTo } = openForm({ 'GET /products': ok([{ name: 'spend', closed: 'everywhere' }]) })
  await screen.findByText(/What you have paid counts/)
  type('You pay', '100')
  fireEvent.click(buttonOf('Continue'))
  expect(sentTo('POST /payments')).toEqual([])
  act(() => useSession.getState().saveInfo({ kycVerified: 'Pending' }))
  await screen.findByText('Your verification is being checked')
})

it('goes on with one that is not finished, cancels it after asking, and then offers the form', async () => {
  const cancelled: Payment = { ...open, state: 'Expired', reason: 'customer', url: null, mayCancel: false }
  const { answers, sentTo } = openForm({ 'GET /payments': page([open]) }, `/payment?payment=${open.id}`)
  await screen.findByText('Go to the card page')
  expect(screen.queryByLabelText('You pay')).toBeNull()
  const cancel = `POST /payments/${open.id}/cancel`
  Object.assign(answers, {
    [cancel]: ok(cancelled),
    [oneOf(open.id)]: ok(cancelled),
    'GET /payments': page([cancelled]),
  })
  await press('Cancel the payment')
  expect(sentTo(cancel)).toEqual([])
  await press('Yes, cancel it')
  await screen.findByLabelText('You pay')
  expect(screen.getByText(/^You cancelled it\. /)).toBeDefined()
})

it('lets another one be made beside one that is not finished', async () => {
  openForm({ 'GET /payments': page([open]) })
  fireEvent.click(await screen.findByText('Make another payment'))
  await screen.findByLabelText('You pay')
  expect(screen.getByText('Go to the card page')).toBeDefined()
})

it('says so when the lock is over, or the card page is not there yet', async () => {
  const over: Payment = { ...open, lockedUntil: open.createdAt }
  const { answers } = openForm({ 'GET /payments': page([over]), [oneOf(open.id)]: ok(over) })
  await screen.findByText(/booked at the price of that moment/)
  answers[oneOf(open.id)] = ok({ ...open, state: 'Created', url: null })
  fireEvent(window, new Event('visibilitychange'))
  await screen.findByText('The card page is being prepared.', undefined, { timeout: 4_000 })
})

it('fails in words, and tries again', async () => {
  const { answers } = openForm({ 'GET /payments/rules': failure(503, 'Unavailable', 'Not available.') })
  await screen.findByText('The limits of card payments could not be loaded')
  Object.assign(answers, payDay)
  await press('Retry')
  await screen.findByLabelText('You pay')
})

it('lists payments with what they became, and narrows', async () => {
  const refunded: Payment = { ...booked, id: idOf('f'), number: '6', refunded: '40' }
  const { sentTo } = openPage(PaymentList, '/', '/', { ...payDay, 'GET /payments': page([booked, refunded]) })
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^Card payment 7Booked · .*100\.00 USD\+0\.728665 GCA$/)
  expect(rows[1]).toMatch(/^Card payment 6Booked · .*100\.00 USD40\.00 USD went back$/)
  type('State', 'Held')
  await waitFor(() => expect(sentTo('GET /payments').at(-1)?.params).toEqual({ state: 'Held' }))
})
