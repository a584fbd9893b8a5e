import type { Transfer } from '@ingot/endpoints/wallet-fields'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect } from 'vitest'
import { useSession } from '../../../lib/session.ts'
import { type Answer, type Answers, answeringServer, failure, ok } from '../../../lib/test-server.ts'
import { useVerifications } from '../../../lib/verifications.ts'
import type { Sending, TransferQuote } from './queries.ts'

export const listed = (data: unknown[], meta: object = { cursor: null }): Answer => ({
  status: 200,
  data: { data, meta },
})
export const broken = failure(503, 'Unavailable', 'Not available.')

export const outside = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

const rules = { smallest: '1', largest: '50000', perDay: '100000', leftToday: '100000' }

export const sampleSending: Sending = {
  frozenSince: null,
  heldUntil: null,
  chainSilentSince: null,
  newAddressHours: 24,
  assets: [
    { ...rules, asset: 'USDT', fees: { inner: '0', outside: '1' } },
    { ...rules, asset: 'QMGT', smallest: '0.01', fees: { inner: '0', outside: '0.01' } },
    { ...rules, asset: 'USDAU', fees: { inner: '0', outside: '1' } },
  ],
}

const none = { held: '0', bound: '0', staked: '0' }

export const sampleBalances = [
  {
    asset: 'USDT',
    available: '250.000000000000000001',
    held: '21',
    bound: '0',
    staked: '0',
    total: '271.000000000000000001',
    valueInUsd: '271',
  },
  { ...none, asset: 'QMGT', available: '2', total: '2', valueInUsd: '262.66' },
  { ...none, asset: 'USDAU', available: '40', total: '40', valueInUsd: '40' },
  { ...none, asset: 'GCA', available: '0', total: '0', valueInUsd: '0' },
  { ...none, asset: 'GAE', available: '0', total: '0', valueInUsd: '0' },
]

export const sampleQuote: TransferQuote = {
  asset: 'USDT',
  receiver: { kind: 'customer', username: 'grace' },
  inner: true,
  amount: '12.5',
  fee: '0',
  total: '12.5',
  available: '250.000000000000000001',
  affordable: true,
  withinLimits: true,
  leftToday: '100000',
  leavesAt: null,
}

const sampleTransfer: Transfer = {
  id: '0198a3c1-0000-7000-8000-00000000000c',
  asset: 'USDT',
  amount: '12.5',
  fee: '0',
  total: '12.5',
  receiver: { kind: 'customer', username: 'grace' },
  state: 'queued',
  requestedAt: '2026-11-13T12:00:00.000Z',
  history: [],
  leavesAt: null,
  endedAt: null,
  endReason: null,
  hash: null,
  movement: { id: '0198a3c1-0000-7000-8000-00000000000d', number: '7', type: 'transfer-out' },
}

export const waitingTransfer: Transfer = {
  ...sampleTransfer,
  id: '0198a3c1-0000-7000-8000-00000000000e',
  amount: '20',
  fee: '1',
  total: '21',
  receiver: { kind: 'address', address: outside, label: 'Cold wallet' },
  state: 'waiting',
  leavesAt: '2026-11-14T12:00:00.000Z',
  movement: null,
}

/** Answers by method and path; what is not listed is as on a usual day. */
export const walletServer = (given: Answers = {}) => {
  const answers: Answers = {
    'GET /sending': ok(sampleSending),
    'GET /user-balances': ok(sampleBalances),
    'GET /addresses': ok([]),
    'GET /get-all-transfer': listed([]),
    'GET /get-transfer-usdau': listed([]),
    'GET /recent-activities-user': ok([]),
    'GET /deposits-on-their-way': listed([], { lookedAt: new Date().toISOString() }),
    'GET /getAccountAddress/f00d': ok(outside),
    'GET /mfa/check-2fa': ok({ enabled: true }),
    'GET /transfer-quote': ok(sampleQuote),
    'POST /transfer': ok(sampleTransfer),
    ...given,
  }
  return answeringServer(answers)
}

export const signInAda = () =>
  useSession.getState().signIn({
    jwt: 'the-jwt',
    user: { id: '17', username: 'ada', refCode: 'A', userHash: 'f00d', kycVerified: 'Verified', customer_rank: null },
  })

export const openPart = (Component: ComponentType) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={createMemoryRouter([{ path: '*', Component }])} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

export const fieldValue = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value

export const pressed = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

const waiting = () => useVerifications.getState().waiting

/** Answers the question that is open, or gives it up. */
export const answer = async (need: 'pin' | '2fa', outcome: 'passed' | 'cancelled' = 'passed') => {
  await waitFor(() => expect(waiting()[0]?.need).toBe(need))
  act(() => waiting()[0]?.settle(outcome))
}

export const proveAll = async () => {
  await answer('pin')
  await answer('2fa')
}
