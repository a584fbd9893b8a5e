import type { Payment } from '@ingot/endpoints/payment-fields'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { idOf, press, signInVerified } from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, failure, ok, page } from '../../lib/test-server.ts'
import { PaymentResult } from './payment-result.tsx'
import { paymentAddress, paymentSteps, standingWords } from './payment-words.ts'
import { booked, oneOf, open, payDay } from './test-payments.ts'

tellPages(() => true)
beforeEach(() => signInVerified())
afterEach(() => act(() => useSession.getState().logOut()))

const Result = () => <PaymentResult owed={<p>What is owed</p>} />

const show = (payment: Payment, given: Answers = {}) =>
  openPage(Result, '/payment-success', paymentAddress(payment.id), {
    ...payDay,
    [oneOf(payment.id)]: ok(payment),
    ...given,
  })

const state = async () => within(await screen.findByRole('region', { name: 'How it stands' })).getByRole('status')
const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

it('asks our server again while it has not heard, and says it once it is booked', async () => {
  const { answers } = show(open)
  expect((await state()).textContent).toMatch(/^OpenWe have not heard yet that it was paid/)
  expect(links()).toContainEqual(['Go to the card page', open.url])
  answers[oneOf(open.id)] = ok(booked)
  await waitFor(async () => expect((await state()).textContent).toMatch(/^BookedIt is paid and booked as gold\./), {
    timeout: 5_000,
  })
  expect(screen.queryByText('Go to the card page')).toBeNull()
})

it('tells what was booked, until when it is bound, and leads to note, holding and transaction', async () => {
  show(booked)
  expect((await state()).textContent).toMatch(/bound until .*Dec.*cannot be sold, ended, converted, sent or delivered/)
  expect(screen.getByText('Booked', { selector: 'dt' }).closest('dl')?.textContent).toMatch(
    /Your card was charged100\.00 USDSaved as gold97\.00 USDCard fee3\.00 USDBooked0\.728665 GCA.*133\.12 USDBound until/,
  )
  expect(links()).toContainEqual(['Open the booking note', `/pdf?document=${idOf('c')}`])
  expect(links()).toContainEqual(['See the transaction', `/transactions/payment/${idOf('d')}`])
  expect(screen.getByText('What is owed')).toBeDefined()
})

it('says that it was paid too late for the locked price', async () => {
  show({ ...booked, booked: { ...booked.booked, price: '146.43', isAtLock: false } as Payment['booked'] })
  await screen.findByText(/paid after the price lock had ended.*Locked had been 133\.12 USD/)
})

it.each<[Partial<Payment>, RegExp]>([
  [{ state: 'Failed', reason: 'card' }, /^FailedYour card was declined\. Nothing was charged\.$/],
  [{ state: 'Expired', reason: null }, /^ExpiredThe card page has closed, and nothing was charged/],
])('offers to pay again after %o', async (given, words) => {
  show({ ...open, url: null, mayCancel: false, ...given })
  expect((await state()).textContent).toMatch(words)
  expect(links()).toContainEqual(['Pay again', '/payment'])
  expect(screen.queryByText('At the locked price')).toBeNull()
})

it('tells what went back in part, and that the rest stays', async () => {
  show({ ...booked, state: 'Cleared', refunded: '40' })
  expect((await screen.findByText('Went back to your card')).closest('div')?.textContent).toMatch(
    /40\.00 USDThat share of the gold was taken back with it; the rest is yours\.$/,
  )
  expect(screen.getByText('Open the booking note')).toBeDefined()
  expect(screen.queryByText(/if sold now/)).toBeNull()
})

it('tells of a dispute that it binds, and of a lost one what it took', async () => {
  const { answers } = show({ ...booked, state: 'Disputed', clearsAt: null })
  await screen.findByText('the dispute is decided')
  answers[oneOf(booked.id)] = ok({ ...booked, state: 'Reversed', lost: '100', clearsAt: null })
  act(() => window.dispatchEvent(new Event('visibilitychange')))
  await screen.findByText('Taken back by your card’s bank')
  expect(screen.queryByText('Open the booking note')).toBeNull()
})

it('says when there is none yet', async () => {
  openPage(Result, '/payment-success', '/payment-success', payDay)
  await screen.findByText('No card payments yet')
  expect(links()).toContainEqual(['Pay by card', '/payment'])
})

it('shows the newest one without a name', async () => {
  openPage(Result, '/payment-success', '/payment-success', {
    ...payDay,
    'GET /payments': page([booked, { ...open, id: idOf('e') }]),
    [oneOf(booked.id)]: ok(booked),
  })
  expect((await state()).textContent).toMatch(/^Booked/)
})

it.each([['not-an-id'], [idOf('f')]])('has no payment at %s', async (id) => {
  openPage(Result, '/payment-success', paymentAddress(id), payDay)
  await screen.findByText('No card payment has this address')
})

it('fails in words, and tries again', async () => {
  const { answers } = show(open, { [oneOf(open.id)]: failure(503, 'Unavailable', 'Not available.') })
  await screen.findByText('The payment could not be loaded')
  answers[oneOf(open.id)] = ok(booked)
  await press('Retry')
  expect((await state()).textContent).toMatch(/^Booked/)
})

it('has words for what is known, and a line that ends where it ended', () => {
  expect(standingWords({ ...open, state: 'Waiting' })).toMatch(/waits for the money/)
  expect(standingWords({ ...open, paidAt: open.createdAt })).toMatch(/^It is paid, and is booked as soon as/)
  expect(standingWords({ ...booked, state: 'Held', reason: 'no-gold' })).toMatch(/safe with us\. We have no free gold/)
  expect(standingWords({ ...booked, state: 'Refunded' })).toMatch(/went back to your card\. The gold was taken back\.$/)
  expect(standingWords({ ...open, state: 'Refunded' })).toMatch(/Nothing was booked\.$/)
  expect(standingWords({ ...open, state: 'Expired', reason: 'customer' })).toMatch(/^You cancelled it\. The card page/)
  expect(paymentSteps(booked).map(({ name, kind }) => [name, kind])).toEqual([
    ['Open', 'done'],
    ['Booked', 'done'],
    ['Cleared', 'open'],
  ])
  const failed: Payment = {
    ...open,
    state: 'Failed',
    history: [...open.history, { state: 'Failed', at: open.createdAt }],
  }
  expect(paymentSteps(failed).at(-1)?.kind).toBe('ended')
})
