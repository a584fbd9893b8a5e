import type { Debt } from '@ingot/endpoints/debts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tellPages } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { bankDay, buttonOf, idOf, press, prove, signInVerified, type } from '../../lib/test-bank.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, bodyOf, failure, ok } from '../../lib/test-server.ts'
import { DebtCard } from './debt-card.tsx'

tellPages(() => true)
beforeEach(() => signInVerified())
afterEach(() => act(() => useSession.getState().logOut()))

const debt: Debt = {
  id: idOf('d'),
  cause: 'remittance',
  subject: idOf('e'),
  at: '2026-11-10T12:00:00.000Z',
  grams: '1.5',
  price: '132.5',
  owed: '198.75',
  left: '120.5',
  settledAt: null,
  settlements: [],
}
const settled: Debt = { ...debt, id: idOf('c'), left: '0', settledAt: debt.at }

const open = (given: Answers = {}) =>
  openPage(DebtCard, '/', '/', {
    ...bankDay,
    'GET /debts': ok({ owed: '120.5', debts: [debt, settled] }),
    'POST /debts/settle': ok({ owed: '20.5', debts: [debt] }),
    ...given,
  })

it('says what is owed, why, for how many grams at which price, and what follows from it', async () => {
  open()
  expect((await screen.findByRole('heading')).textContent).toBe('You owe 120.50 USD')
  expect(screen.getByText(/nothing can leave your account/)).toBeDefined()
  expect(screen.getByText('Gold that was gone').closest('dl')?.textContent).toBe(
    'Gold that was gone1.500000 GCAPrice of 1 gram then132.50 USDOwed for it198.75 USDLeft of it120.50 USD',
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/remit-to-save/${debt.subject}`)
})

it('says of a card payment that it was taken back or refunded, and leads there', async () => {
  open({ 'GET /debts': ok({ owed: '120.5', debts: [{ ...debt, cause: 'payment' }] }) })
  await screen.findByText(/money of a card payment that we had booked as gold was taken back or refunded/)
  const link = screen.getByRole('link', { name: 'See the payment' })
  expect(link.getAttribute('href')).toBe(`/payment-success?payment=${debt.subject}`)
})

it('settles a part with the PIN, and says what is left', async () => {
  const { sentTo } = open()
  await press('Settle it')
  type('Amount', '100')
  expect(screen.getByText('Still owed').closest('div')?.textContent).toBe('Still owed20.50 USD')
  await press('Settle')
  expect(await prove('pin')).toBe('Settle what you owe with 100.00 USDT')
  await waitFor(() => expect(bodyOf(sentTo('POST /debts/settle')[0])).toEqual({ asset: 'USDT', amount: '100' }))
  await waitFor(() => expect(useSession.getState().loadingState.descriptionMessage).toBe('You still owe 20.50 USD.'))
})

it('fills in no more than is owed or there, and refuses more', async () => {
  open()
  await press('Settle it')
  fireEvent.click(await screen.findByText('Max'))
  expect((screen.getByLabelText('Amount') as HTMLInputElement).value).toBe('120.50')
  type('Amount', '121')
  expect(screen.getAllByText('You owe 120.50 USD.')).toHaveLength(1)
  expect(buttonOf('Settle').getAttribute('aria-disabled')).toBe('true')
  type('Asset you settle with', 'USDAU')
  type('Amount', '90')
  await screen.findByText('Your balance is too low for this: you have 80.00 USDAU.')
})

it('is not there while nothing is owed, and is unknown while it cannot be read', async () => {
  const { answers } = open({ 'GET /debts': failure(503, 'Unavailable', 'Not available.') })
  await screen.findByText('What you owe: —')
  answers['GET /debts'] = ok({ owed: '0', debts: [settled] })
  await press('Retry')
  await waitFor(() => expect(document.body.textContent).not.toContain('owe'))
})
