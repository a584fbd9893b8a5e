import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forgetPending, usePendingTransaction } from '../lib/pending-transaction.ts'
import { failure, fakeServer, success } from '../lib/test-server.ts'
import { closePortal, openPortal, signInSample } from './test-portal.tsx'

const quoteId = '0198a3c1-0000-7000-8000-00000000000a'
const trade = {
  id: '0198a3c1-0000-7000-8000-00000000000b',
  type: 'buy',
  pair: 'QMGT/USDT',
  side: 'buy',
  pay: { asset: 'USDT', amount: '100' },
  receive: { asset: 'QMGT', amount: '0.75' },
  fee: { asset: 'USDT', amount: '0.25' },
  feeBasisPoints: 25,
  price: '133',
  midPrice: '132',
  spreadBasisPoints: 50,
  quoted: true,
  at: '2026-11-15T10:00:00.000Z',
}
const movement = {
  ...{ id: trade.id, number: '7', type: 'buy', at: trade.at, state: 'sent', hash: '0xabc' },
  ...{ incoming: [trade.receive], outgoing: [trade.pay], fees: [trade.fee], withheld: [], party: null },
  ...{ steps: [], price: null, pair: null, reason: null, entries: [] },
}

const open = () => {
  const requests = fakeServer(({ url }) => {
    if (url === '/swap') return success({ data: trade })
    if (url === `/movements/${trade.id}`) return success({ data: movement })
    return failure(404, 'NotFound', 'Not found.')
  })
  openPortal('/term-conditions')
  return () => requests.filter(({ url }) => url === '/swap')
}

const leaveBehind = (customer: string) =>
  usePendingTransaction.setState({
    pending: { customer, endpoint: 'swap', operation: 'the-key', input: { body: { quoteId } } },
    isAsking: false,
  })

beforeEach(() => leaveBehind('17'))
afterEach(() => {
  closePortal()
  forgetPending()
})

it('is asked for with its own key wherever the customer comes back, and shown in the overlay', async () => {
  signInSample()
  const swaps = open()
  const dialog = await screen.findByRole('dialog', { name: 'Transaction Successful' })
  expect(dialog.textContent).toContain('You paid 100.00 USDT and received 0.750000 QMGT.')
  expect(screen.getByRole('link', { name: 'View on blockchain explorer' }).getAttribute('href')).toContain('0xabc')
  expect(swaps().map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['the-key'])
  expect(usePendingTransaction.getState().pending).toBeNull()
})

it.each([
  ['transferUsdt', '/transfer'],
  ['transferQmgt', '/transfer-qgmt'],
  ['transferUsdau', '/transfer-usdau'],
  ['addAddress', '/addresses'],
])('a %s is asked for too', async (endpoint, path) => {
  usePendingTransaction.setState({ pending: { customer: '17', endpoint, operation: 'the-key', input: { body: {} } } })
  signInSample()
  const requests = fakeServer(() => failure(409, 'OutgoingHeld', 'Nothing can leave your account for a while.'))
  openPortal('/term-conditions')
  await screen.findByRole('dialog', { name: 'Transaction Failed' })
  const asked = requests.filter(({ url }) => url === path)
  expect(asked.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['the-key'])
  expect(usePendingTransaction.getState().pending).toBeNull()
})

it('waits for its own customer to sign in again', async () => {
  const swaps = open()
  await screen.findByRole('main')
  expect(swaps()).toHaveLength(0)
  signInSample()
  await waitFor(() => expect(swaps()).toHaveLength(1))
})

it('is never sent for somebody else who signs in here', async () => {
  leaveBehind('18')
  signInSample()
  const swaps = open()
  await screen.findByRole('main')
  act(() => void window.dispatchEvent(new Event('online')))
  expect(swaps()).toHaveLength(0)
  expect(usePendingTransaction.getState().pending).not.toBeNull()
})
