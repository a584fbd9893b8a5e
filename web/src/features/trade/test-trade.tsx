import type { Quote, Trade } from '@ingot/endpoints/trade'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { type ClientInfo, useSession } from '../../lib/session.ts'
import { samplePrice } from '../../lib/test-price.ts'
import { type Answers, answeringServer, ok, page } from '../../lib/test-server.ts'

const candleAt = (at: string, open: string, close: string) => ({ at, open, high: open, low: open, close })

/** A day with two prices in it, and one before. */
export const sampleHistory = {
  range: '1D',
  seconds: 3600,
  from: '2026-11-12T14:00:00.000Z',
  to: '2026-11-13T14:00:00.000Z',
  before: '130.6880',
  candles: [
    candleAt('2026-11-13T01:00:00.000Z', '130.00', '130.10'),
    candleAt('2026-11-13T12:00:00.000Z', '130.10', '131.30'),
  ],
}

export const sampleQuote: Quote = {
  id: '0198a3c1-0000-7000-8000-00000000000a',
  pair: 'QMGT/USDT',
  side: 'buy',
  pay: { asset: 'USDT', amount: '100' },
  receive: { asset: 'QMGT', amount: '0.751941220123456789' },
  fee: { asset: 'USDT', amount: '0.25' },
  feeBasisPoints: 25,
  price: '132.65486',
  midPrice: '131.99489',
  spreadBasisPoints: 50,
  market: 'open',
  priceAt: '2026-11-13T12:00:00.000Z',
  expiresAt: '2026-11-13T12:00:30.000Z',
  expiresInSeconds: 30,
  reserved: false,
}

export const sampleTrade: Trade = {
  id: '0198a3c1-0000-7000-8000-00000000000b',
  type: 'buy',
  pair: 'QMGT/USDT',
  side: 'buy',
  pay: sampleQuote.pay,
  receive: sampleQuote.receive,
  fee: sampleQuote.fee,
  feeBasisPoints: 25,
  price: sampleQuote.price,
  midPrice: sampleQuote.midPrice,
  spreadBasisPoints: 50,
  quoted: true,
  at: '2026-11-13T12:00:10.000Z',
}

const none = { held: '0', bound: '0', staked: '0', valueInUsd: null }

export const sampleBalances = [
  { ...none, asset: 'USDT', available: '250.500000000000000001', total: '250.500000000000000001' },
  { ...none, asset: 'QMGT', available: '2', total: '2' },
  { ...none, asset: 'USDAU', available: '0', total: '0' },
]

/** Answers by method and path; what is not listed is as on a usual day. */
export const tradeServer = (given: Answers) => {
  const answers: Answers = {
    'GET /price': ok(samplePrice),
    'GET /price/history': ok(sampleHistory),
    'GET /user-balances': ok(sampleBalances),
    'GET /products': ok([{ name: 'swap', closed: null }]),
    'GET /recent-activities-user': ok([]),
    'GET /trades': page([]),
    'POST /quotes': ok(sampleQuote),
    [`POST /quotes/${sampleQuote.id}/reserve`]: ok({ ...sampleQuote, reserved: true, expiresInSeconds: 45 }),
    'POST /swap': ok(sampleTrade),
    ...given,
  }
  return answeringServer(answers)
}

export const signInAs = (kycVerified: ClientInfo['kycVerified'] = 'Verified') =>
  useSession.getState().signIn({
    jwt: 'the-jwt',
    user: { id: '17', username: 'ada', refCode: 'ADA17', userHash: 'f00d', kycVerified, customer_rank: null },
  })

export const openTrade = (Component: ComponentType) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={createMemoryRouter([{ path: '/', Component }])} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

export const fieldValue = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
