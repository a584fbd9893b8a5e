import { act, cleanup, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TerminationSummaryPage } from '../features/holdings/termination-summary-page.tsx'
import { sampleTermination } from '../features/holdings/test-termination.tsx'
import { RecentActivity } from '../features/trade/recent-activity.tsx'
import { openTrade, sampleQuote, sampleTrade, signInAs, tradeServer } from '../features/trade/test-trade.tsx'
import { TradesPage } from '../features/trade/trades-page.tsx'
import { resume } from '../features/trade/transactions.ts'
import { MovementPage } from '../features/wallet/movement-page.tsx'
import { LastMovements } from '../features/wallet/panel/last-movements.tsx'
import { ReceiptPage } from '../features/wallet/receipt-page.tsx'
import { openMovements, sampleMovement, sampleReceipt } from '../features/wallet/test-movements.tsx'
import { TransactionsPage } from '../features/wallet/transactions-page.tsx'
import { useSession } from '../lib/session.ts'
import { samplePrice } from '../lib/test-price.ts'
import { ok, page } from '../lib/test-server.ts'

// The samples are one trade as the server tells it in each of its replies; that these agree is tested there.
const answers = {
  'GET /price': ok(samplePrice),
  'GET /trades': page([sampleTrade]),
  'GET /movements': page([sampleMovement]),
  'GET /recent-activities-user': ok([sampleMovement]),
  [`GET /movements/${sampleMovement.number}`]: ok(sampleMovement),
  [`GET /movements/${sampleTrade.id}`]: ok(sampleMovement),
  [`GET /transaction-details/${sampleMovement.id}/buy`]: ok(sampleReceipt),
}

const row = async () => (await screen.findByRole('listitem')).textContent
const figures = (names: readonly string[]) => async () => {
  const told = await Promise.all(names.map((name) => screen.findByText(name, { selector: 'dt' })))
  return told.map((name) => name.parentElement?.querySelector('dd')?.textContent).join(' ')
}
const inTrade = (Part: ComponentType) => () => {
  tradeServer(answers)
  openTrade(Part)
}
const at = (Part: ComponentType, path: string, address: string) => () => openMovements(Part, path, address, answers)

beforeEach(() => signInAs())
afterEach(() => {
  cleanup()
  act(() => useSession.getState().logOut())
})

it.each([
  ['the trades', inTrade(TradesPage), row],
  ['the recent activity', inTrade(RecentActivity), row],
  ['the wallet', inTrade(LastMovements), row],
  ['the transactions', at(TransactionsPage, '/transactions', '/transactions'), row],
  [
    'its details',
    at(MovementPage, '/transactions/:transactionType/:transactionCode', '/transactions/buy/121'),
    figures(['Paid', 'Received']),
  ],
  [
    'its receipt',
    at(ReceiptPage, '/transaction-details/:id/:transactionType', `/transaction-details/${sampleReceipt.id}/buy`),
    figures(['Paid', 'Received']),
  ],
])('a trade has the same figures in %s as everywhere', async (_place, open, read) => {
  open()
  const text = await read()
  expect(text).toContain('100.00 USDT')
  expect(text).toContain('0.751941 QMGT')
  expect(text).not.toContain('99.75')
})

it('a trade has the same figures in the overlay as everywhere', async () => {
  tradeServer(answers)
  const input = { body: { quoteId: sampleQuote.id } }
  act(() => void resume({ customer: '17', endpoint: 'swap', operation: 'the-key', input }))
  const said = () => useSession.getState().loadingState.descriptionMessage
  await waitFor(() => expect(said()).toContain('You paid 100.00 USDT'))
  expect(said()).toContain('0.751941 QMGT')
})

const { id, type, at: endedAt, pay, receive, fee, price, movement } = sampleTermination
const ended = { id, type, at: endedAt, number: movement.number, incoming: [receive], outgoing: [pay], fees: [] }
const endedAnswers = {
  'GET /price': ok(samplePrice),
  'GET /movements': page([{ ...sampleMovement, ...ended }]),
  'GET /recent-activities-user': ok([{ ...sampleMovement, ...ended }]),
  [`GET /movements/${movement.number}`]: ok({ ...sampleMovement, ...ended, withheld: [fee], price, pair: 'GAE/USDT' }),
  [`GET /transaction-details/${id}/${type}`]: ok({
    ...sampleReceipt,
    ...ended,
    withheld: [fee],
    price,
    pair: 'GAE/USDT',
  }),
  [`GET /terminations/${id}`]: ok(sampleTermination),
}
const endedAtPage = (Part: ComponentType, path: string, address: string) => () =>
  openMovements(Part, path, address, endedAnswers)

it.each([
  ['the transactions', endedAtPage(TransactionsPage, '/transactions', '/transactions'), row],
  ['the recent activity', endedAtPage(RecentActivity, '/', '/'), row],
  [
    'its details',
    endedAtPage(MovementPage, '/transactions/:transactionType/:transactionCode', `/transactions/${type}/140`),
    figures(['Paid', 'Received', 'Fee, already taken off']),
  ],
  [
    'its receipt',
    endedAtPage(ReceiptPage, '/transaction-details/:id/:transactionType', `/transaction-details/${id}/${type}`),
    figures(['Paid', 'Received', 'Fee, already taken off']),
  ],
  [
    'its summary',
    endedAtPage(TerminationSummaryPage, '/termination-summary/:id', `/termination-summary/${id}`),
    figures(['You ended', 'You received', 'Fee, 0.50 %']),
  ],
])('a termination has the same figures in %s as everywhere', async (place, open, read) => {
  open()
  const text = await read()
  expect(text).toContain('5.000000 GAE')
  expect(text).toContain('653.36 USDT')
  if (place.startsWith('its')) expect(text).toContain('3.28 USDT')
  else expect(text).toContain('Ended GAE')
})
