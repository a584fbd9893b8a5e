import type { Payout } from '@ingot/endpoints/bank-fields'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import {
  bankDay,
  buttonOf,
  idOf,
  press,
  prove,
  sampleAccount,
  sampleAccounts,
  signInVerified,
  type,
} from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { CancelPayoutPage } from './cancel-payout-page.tsx'
import { PayoutList } from './payout-list.tsx'
import { PayoutPage } from './payout-page.tsx'
import { PayoutPanel } from './payout-panel.tsx'
import { payoutSteps } from './payout-words.ts'
import type { PayoutRules } from './queries.ts'

tellPages(() => true)
beforeEach(() => signInVerified())
afterEach(() => act(() => useSession.getState().logOut()))

const terms = { rate: '1', feeFixed: '1', feeBasisPoints: 20 }
const rules: PayoutRules = {
  ...{ least: '10', most: '50000', perDay: '100000', leftToday: '100000' },
  assets: [
    { asset: 'USDT', ...terms, isOff: null },
    { asset: 'USDAU', ...terms, isOff: 'Payouts of USDAU are stopped at the moment.' },
  ],
  ...{ frozenSince: null, heldUntil: null, owed: null },
}
const figures = { ...terms, asset: 'USDT', amount: '100', gross: '100', fee: '1.2', receive: '98.8' } as const
const payout: Payout = {
  ...figures,
  id: idOf('a'),
  number: '4',
  state: 'Requested',
  reason: null,
  account: { id: sampleAccount.id, lastFour: '3000', bank: null },
  requestedAt: '2026-11-10T12:00:00.000Z',
  endedAt: null,
  history: [{ state: 'Requested', at: '2026-11-10T12:00:00.000Z' }],
  returned: null,
  movement: null,
  mayCancel: true,
}

const day: Answers = {
  ...bankDay,
  'GET /payouts/rules': ok(rules),
  'GET /payouts/quote': ok(figures),
  'POST /payouts': ok(payout),
  [`GET /payouts/${payout.id}`]: ok(payout),
}
const open = (given: Answers = {}) => openPage(PayoutPanel, '/', '/', { ...day, ...given })
const isReady = () => buttonOf('Pay out').getAttribute('aria-disabled') === 'false'

it('shows what leaves, the rate, the fee and what arrives before PIN and 2FA, and asks for exactly that', async () => {
  const { sentTo } = open()
  await screen.findByLabelText('Amount')
  type('Amount', '100')
  await waitFor(() => expect(isReady()).toBe(true))
  expect(screen.getByText('Leaves your wallet').closest('dl')?.textContent).toBe(
    'Leaves your wallet100.00 USDTRate of 1 USDT1.00 USDFee1.20 USD1.00 USD and 0.2 %Arrives98.80 USDto Account ending 3000',
  )
  await press('Pay out')
  expect(await prove('pin')).toBe('Pay out 100.00 USDT: 98.80 USD to Account ending 3000')
  await prove('2fa')
  await waitFor(() =>
    expect(bodyOf(sentTo('POST /payouts')[0])).toEqual({
      ...{ asset: 'USDT', amount: '100', account: sampleAccount.id, receive: '98.8' },
    }),
  )
  await waitFor(() => expect((screen.getByLabelText('Amount') as HTMLInputElement).value).toBe(''))
})

it.each([
  ['9.99', 'The minimum per payout is 10.00 USD.'],
  ['50000.01', 'The maximum per payout is 50,000.00 USD.'],
  ['10.001', 'Please use at most two decimal places.'],
  ['300', 'Your balance is too low for this: you have 250.50 USDT.'],
])('says of %s why it cannot be paid out', async (amount, words) => {
  const { sentTo } = open()
  await screen.findByLabelText('Amount')
  type('Amount', amount)
  await screen.findByText(words)
  expect(isReady()).toBe(false)
  expect(sentTo('GET /payouts/quote')).toEqual([])
})

it('fills in whole cents, and says of an asset that it is off', async () => {
  open()
  fireEvent.click(await screen.findByText('Max'))
  expect((screen.getByLabelText('Amount') as HTMLInputElement).value).toBe('250.50')
  type('Asset', 'USDAU')
  await screen.findByText('Payouts of USDAU are stopped at the moment.')
})

it.each([
  [{ owed: '120.5' }, 'You owe 120.50 USD. Settle it first; payouts are open again at once.'],
  [{ frozenSince: '2026-11-10T12:00:00.000Z' }, 'Your account is frozen'],
  [{ heldUntil: '2026-11-20T12:00:00.000Z' }, /Payouts are paused until/],
])('says in words what stands in the way: %j', async (stop, words) => {
  open({ 'GET /payouts/rules': ok({ ...rules, ...stop }) })
  await screen.findByText(words)
  expect(screen.queryByLabelText('Amount')).toBeNull()
})

it('leads to a verified account', async () => {
  open({ 'GET /bank-accounts': ok(sampleAccounts([])) })
  expect((await screen.findByRole('link', { name: 'Your bank accounts' })).getAttribute('href')).toBe(
    '/BankVerification',
  )
})

it('waits with an account that is new', async () => {
  open({ 'GET /bank-accounts': ok(sampleAccounts([{ ...sampleAccount, payableFrom: '2999-01-01T12:00:00.000Z' }])) })
  await screen.findByText('Your account is new')
})

it('shows other figures instead of doing what was not shown', async () => {
  const changed = failure(409, 'FeeChanged', 'The fee has changed. Please check the new figures and confirm again.')
  open({ 'POST /payouts': changed })
  await screen.findByLabelText('Amount')
  type('Amount', '100')
  await waitFor(() => expect(isReady()).toBe(true))
  await press('Pay out')
  await prove('pin')
  await prove('2fa')
  await screen.findByText(/The fee has changed/)
  expect((screen.getByLabelText('Amount') as HTMLInputElement).value).toBe('100')
})

it('lists payouts with their state, narrows and hands them out', async () => {
  const { sentTo } = openPage(PayoutList, '/', '/', { ...day, 'GET /payouts': page([payout]) })
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toMatch(/^Payout of USDTRequested · .* · Account ending 3000−100\.00 USDT98\.80 USD$/)
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/payouts/${payout.id}`)
  type('State', 'Paid')
  await waitFor(() => expect(sentTo('GET /payouts').at(-1)?.params).toEqual({ state: 'Paid' }))
})

const openOne = (given: Answers = {}, id = payout.id) =>
  openPage(PayoutPage, '/payouts/:id', `/payouts/${id}`, { ...day, ...given })

it('tells one payout with its way, and cancels it after asking', async () => {
  const cancel = `POST /payouts/${payout.id}/cancel`
  const { sentTo } = openOne({ [cancel]: ok({ ...payout, state: 'Cancelled', mayCancel: false }) })
  await screen.findByRole('heading', { name: 'Payout 4' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/,.*/, ''))).toEqual([
    ...['Requested', 'Approved', 'Sent', 'Paid'],
  ])
  await press('Cancel the payout')
  expect(sentTo(cancel)).toEqual([])
  await press('Yes, cancel it')
  await waitFor(() => expect(sentTo(cancel)).toHaveLength(1))
})

it('tells what came back of one, and that the fee did not', async () => {
  const returned = { cents: '98.8', asset: 'USDT', amount: '98.8' }
  openOne({ [`GET /payouts/${payout.id}`]: ok({ ...payout, state: 'Returned', returned, mayCancel: false }) })
  expect((await screen.findByText('Came back')).closest('div')?.textContent).toBe(
    'Came back98.80 USDTThe fee is not refunded.',
  )
  expect(screen.queryByText('Cancel the payout')).toBeNull()
})

it.each([['not-an-id'], [idOf('f')]])('has no payout at %s', async (id) => {
  openOne({}, id)
  await screen.findByText('No payout has this address')
})

it('ends the line where it ended', () => {
  const history = [...payout.history, { state: 'Refused', at: '2026-11-11T12:00:00.000Z' } as const]
  expect(payoutSteps({ ...payout, state: 'Refused', history }).map(({ name, kind }) => [name, kind])).toEqual([
    ['Requested', 'done'],
    ['Refused', 'ended'],
  ])
})

it('cancels one by the link of a mail', async () => {
  const cancel = 'POST /payouts/cancel-by-mail'
  const { sentTo } = openPage(CancelPayoutPage, '/cancel-payout/:token', '/cancel-payout/secret', {
    [cancel]: ok({ done: true }),
  })
  await press('Cancel the payout')
  await screen.findByText('The payout is cancelled')
  expect(bodyOf(sentTo(cancel)[0])).toEqual({ token: 'secret' })
})
