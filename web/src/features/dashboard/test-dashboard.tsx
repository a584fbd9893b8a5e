import type { FigureLine, FigureName } from '@ingot/endpoints/dashboard'
import type { ComponentType } from 'react'
import { useSession } from '../../lib/session.ts'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, ok, page } from '../../lib/test-server.ts'
import type { Dashboard, Worth } from './queries.ts'

export const idOf = (letter: string) => `0198a3c1-0000-7000-8000-00000000000${letter}`

export const sampleFigures: Record<FigureName, string | null> = {
  totalGAEProfit: '120.501000000000000001',
  totalGAELoss: '6.335',
  totalGAEXProfit: '0',
  totalGAEXLoss: '2.5',
  totalGoldConvertProfit: '10',
  totalGoldConvertLoss: '0',
  totalProfit: '130.501000000000000001',
  totalLoss: '8.835',
  grandTotal: '121.666000000000000001',
  TotalNetCashout: '65.34',
  totalGAEBookingNote: '1327.5',
  totalGoldConvertBookingNote: '262.00335',
  totalBooking: '1589.50335',
}

export const samplePrice = { perGram: '131.33', at: '2026-11-13T12:00:00.000Z', state: 'open' } as const

export const sampleDashboard: Dashboard = {
  figures: sampleFigures,
  price: samplePrice,
  staked: { units: '0', value: '0' },
  products: [
    { product: 'GAE', holdings: 2, units: '7.5', cost: '980', value: '984.975', realised: '-1.33' },
    { product: 'GAEX', holdings: 1, units: '0.5', cost: '68.165', value: '65.665', realised: '0' },
    { product: 'GCA', holdings: 1, units: '2', cost: '262.66', value: '262.66', realised: '0' },
  ],
  attention: [],
  next: [],
}

const nothing = { holdings: 0, units: '0', cost: '0', value: '0', realised: '0' }

export const emptyDashboard: Dashboard = {
  ...sampleDashboard,
  figures: Object.fromEntries(Object.keys(sampleFigures).map((name) => [name, '0'])) as typeof sampleFigures,
  products: sampleDashboard.products.map(({ product }) => ({ product, ...nothing })),
}

export const unpriced: Dashboard = {
  ...sampleDashboard,
  figures: Object.fromEntries(
    Object.entries(sampleFigures).map(([name, value]) => [name, /Booking|Cashout/.test(name) ? value : null]),
  ) as typeof sampleFigures,
  price: null,
  products: sampleDashboard.products.map((share) => ({ ...share, value: null })),
}

/** A first purchase, a second one on the day of a delivery, a day without a price, and today. */
export const sampleWorth: Worth = {
  range: '1M',
  points: [
    { on: '2026-11-03', cost: '400', value: '398', moved: null },
    { on: '2026-11-04', cost: '400', value: null, moved: null },
    { on: '2026-11-05', cost: '900', value: '910.5', moved: '1.25' },
    { on: '2026-11-13', cost: '900', value: '880.25', moved: null },
  ],
}

export const sampleLine: FigureLine = {
  number: '7',
  product: 'GAE',
  holding: idOf('e'),
  termination: null,
  at: '2026-11-13T12:00:10.000Z',
  units: '2.5',
  value: '328.325',
  paidOut: '65.34',
  cost: '400',
  amount: '6.335',
}

export const sampleEnd: FigureLine = {
  number: '3',
  product: 'GAE',
  holding: null,
  termination: idOf('9'),
  at: '2026-11-14T09:00:00.000Z',
  units: '0.5',
  value: null,
  paidOut: '65.34',
  cost: '66.67',
  amount: '65.34',
}

/** A page at an address, on a usual day but for these answers. */
export const openDashboard = (Component: ComponentType, path: string, address: string, given: Answers = {}) =>
  openPage(Component, path, address, {
    'GET /dashboard': ok(sampleDashboard),
    'GET /dashboard/worth': ok(sampleWorth),
    'GET /dashboard/figures/totalGAELoss': page([sampleLine]),
    ...given,
  })

export const signInAda = () =>
  useSession.getState().signIn({
    jwt: 'the-jwt',
    user: {
      ...{ id: '17', username: 'ada', refCode: 'ADA17', userHash: 'f00d' },
      ...{ kycVerified: 'Verified', customer_rank: null },
    },
  })
