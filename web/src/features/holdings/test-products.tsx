import type {
  Converted,
  ConvertQuote,
  Holding,
  HoldingDetails,
  HoldingPosition,
  HoldingRules,
  Purchased,
  PurchaseQuote,
} from '@ingot/endpoints/holding-fields'
import type { MovementDetails, WalletBalance } from '@ingot/endpoints/wallet-fields'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect } from 'vitest'
import { type ClientInfo, useSession } from '../../lib/session.ts'
import { openPage } from '../../lib/test-page.tsx'
import { samplePrice } from '../../lib/test-price.ts'
import { type Answers, ok, page } from '../../lib/test-server.ts'
import { useVerifications } from '../../lib/verifications.ts'

const idOf = (letter: string) => `0198a3c1-0000-7000-8000-00000000000${letter}`

const quoted = {
  market: 'open',
  priceAt: '2026-11-13T12:00:00.000Z',
  expiresAt: '2026-11-13T12:00:30.000Z',
  expiresInSeconds: 30,
  reserved: false,
} as const

const done = { type: 'gae', quoted: true, at: '2026-11-13T12:00:10.000Z', holding: idOf('e'), note: idOf('f') }

const purchase = {
  product: 'GAE',
  pay: { asset: 'USDT', amount: '100' },
  receive: { asset: 'GAE', amount: '0.750056' },
  fee: { asset: 'USDT', amount: '0.5' },
  price: '132.65486',
  midPrice: '131.99489',
  spreadBasisPoints: 50,
  feeBasisPoints: 50,
} as const

export const samplePurchase: PurchaseQuote = { id: idOf('a'), ...quoted, ...purchase }
export const purchased: Purchased = { id: idOf('b'), ...done, ...purchase }

const conversion = {
  pay: { asset: 'QMGT', amount: '2' },
  receive: { asset: 'GCA', amount: '1.995' },
  fee: { asset: 'QMGT', amount: '0.005' },
  cost: '262.66',
  bookingValue: '262.00335',
  price: '131.33',
  midPrice: '131.99489',
  spreadBasisPoints: 0,
  feeBasisPoints: 25,
} as const

export const sampleConvert: ConvertQuote = { id: idOf('c'), ...quoted, ...conversion }
export const converted: Converted = { id: idOf('d'), ...done, type: 'convert', ...conversion }

export const samplePosition: HoldingPosition = {
  product: 'GAE',
  asset: 'GAE',
  holdings: 1,
  units: '2.5',
  available: '2.5',
  cost: '340',
  value: '328.325',
  result: '-11.675',
  paidOut: '65.5',
  realised: '-1.25',
}

const nothing = { holdings: 0, units: '0', available: '0', cost: '0', paidOut: '0', realised: '0' } as const

export const positions: HoldingPosition[] = [
  samplePosition,
  { ...samplePosition, ...nothing, product: 'GAEX' },
  { ...samplePosition, ...nothing, product: 'GCA', asset: 'GCA' },
]

export const sampleHolding: Holding = {
  id: idOf('e'),
  number: '7',
  product: 'GAE',
  asset: 'GAE',
  state: 'Partially Terminated',
  bookedAt: '2026-11-13T12:00:10.000Z',
  bookingPrice: '132.65486',
  units: '3',
  bookingValue: '397.96458',
  cost: '400',
  paid: { asset: 'USDT', amount: '400' },
  fee: { asset: 'USDT', amount: '2' },
  open: '2.5',
  available: '2.5',
  clearing: null,
  openCost: '333.33',
  value: '328.325',
  openResult: '-5.005',
  terminated: '0.5',
  paidOut: '65.34',
  realised: '-1.33',
  result: '-6.335',
  movement: { id: idOf('b'), number: '41', type: 'gae' },
  note: { id: idOf('f'), number: 'BN-2026-000007' },
}

export const sampleDetails: HoldingDetails = {
  ...sampleHolding,
  history: [
    { state: 'Active', at: '2026-11-13T12:00:10.000Z' },
    { state: 'Partially Terminated', at: '2026-11-14T09:00:00.000Z' },
  ],
  terminations: [
    {
      id: idOf('9'),
      at: '2026-11-14T09:00:00.000Z',
      units: '0.5',
      receive: { asset: 'USDAU', amount: '65.34' },
      cost: '66.67',
      result: '-1.33',
      note: { id: idOf('8'), number: 'TN-2026-000002' },
    },
  ],
  entries: [
    {
      entry: '12',
      kind: 'gae',
      postedAt: '2026-11-13T12:00:10.000Z',
      moves: [
        {
          asset: 'GAE',
          amount: '3',
          from: { owner: 'house', purpose: 'treasury' },
          to: { owner: 'you', purpose: 'available' },
        },
      ],
    },
  ],
}

const sampleRules: HoldingRules = {
  purchase: {
    leastUsd: { GAE: '50', GAEX: '10', GDS: '50' },
    mostUsd: '100000',
    mostGrams: '1000',
    feeBasisPoints: 50,
  },
  convert: { leastUnits: '0.01', feeBasisPoints: 25 },
  termination: {
    leastUnits: '0.01',
    mostHoldings: 500,
    feeBasisPoints: { GAE: 50, GAEX: 50, GCA: 50, GDS: 50, gcaToQmgt: 25 },
  },
}

const none = { held: '0', bound: '0', staked: '0', valueInUsd: null }

export const sampleBalances: WalletBalance[] = [
  { ...none, asset: 'USDT', available: '250.500000000000000001', total: '250.500000000000000001' },
  { ...none, asset: 'QMGT', available: '4', total: '4' },
  { ...none, asset: 'USDAU', available: '80', total: '80' },
  { ...none, asset: 'GAE', available: '2.5', total: '2.5' },
  { ...none, asset: 'GCA', available: '0', total: '0' },
]

const sent = ({ id, type: kind, at, pay, receive, fee }: Purchased | Converted): MovementDetails => ({
  ...{ id, number: '41', type: kind, at, state: 'sent', hash: `0x${'ab'.repeat(32)}` },
  ...{ incoming: [receive], outgoing: [pay], fees: [fee], withheld: [], party: null },
  ...{ steps: [], price: null, pair: null, reason: null, entries: [] },
})

const usualDay: Answers = {
  'GET /price': ok(samplePrice),
  'GET /user-balances': ok(sampleBalances),
  'GET /products': ok([]),
  'GET /holdings/rules': ok(sampleRules),
  'GET /holdings/positions': ok(positions),
  'GET /holdings': page([sampleHolding]),
  [`GET /holdings/${sampleHolding.id}`]: ok(sampleDetails),
  'GET /movements': page([]),
  // The overlay waits for the hash no longer than until it is there.
  [`GET /movements/${purchased.id}`]: ok(sent(purchased)),
  [`GET /movements/${converted.id}`]: ok(sent(converted)),
  'POST /purchases/quotes': ok(samplePurchase),
  [`POST /purchases/quotes/${samplePurchase.id}/reserve`]: ok({
    ...samplePurchase,
    reserved: true,
    expiresInSeconds: 45,
  }),
  'POST /purchases': ok(purchased),
  'POST /convert/quotes': ok(sampleConvert),
  [`POST /convert/quotes/${sampleConvert.id}/reserve`]: ok({ ...sampleConvert, reserved: true, expiresInSeconds: 45 }),
  'POST /convert': ok(converted),
}

/** A page at an address, on a usual day but for these answers. */
export const openHoldings = (Component: ComponentType, address: string, given: Answers = {}) =>
  openPage(Component, address.replace(/\?.*/, ''), address, { ...usualDay, ...given })

export const signInAs = (kycVerified: ClientInfo['kycVerified'] = 'Verified') =>
  useSession.getState().signIn({
    jwt: 'the-jwt',
    user: { id: '17', username: 'ada', refCode: 'ADA17', userHash: 'f00d', kycVerified, customer_rank: null },
  })

export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

export const fieldValue = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value

/** By its words: looking for a role through a whole page takes longer than the page. */
export const buttonOf = (action: string) =>
  screen.getByText(action, { selector: 'button *' }).closest('button') as HTMLButtonElement

export const isReady = (action: string) => buttonOf(action).getAttribute('aria-disabled') === 'false'

export const waiting = () => useVerifications.getState().waiting

/** Presses the action until the PIN is asked for. */
export const confirm = async (action: string) => {
  await waitFor(() => expect(isReady(action)).toBe(true))
  fireEvent.click(buttonOf(action))
  await waitFor(() => expect(waiting()).toHaveLength(1))
}

/** Enters the PIN, and waits until the overlay says that it is done. */
export const enterPin = async () => {
  act(() => waiting()[0]?.settle('passed'))
  await waitFor(() => expect(useSession.getState().loadingState.status).toBe('success'))
}

/** Every figure in sight by its name, in order. */
export const figuresOf = (list: HTMLElement): string[] =>
  [...list.querySelectorAll('dt')].map((name) => `${name.textContent}: ${name.nextSibling?.textContent}`)
