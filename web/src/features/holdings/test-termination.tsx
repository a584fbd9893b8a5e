import type { HoldingDetails, HoldingPosition, Termination, TerminationQuote } from '@ingot/endpoints/holding-fields'
import { sampleDetails, samplePosition } from './test-products.tsx'

/** Of which all is there. */
export const wholeHolding: HoldingDetails = { ...sampleDetails, units: '5', open: '5', available: '5' }

const position = (product: HoldingPosition['product'], asset: HoldingPosition['asset'], units: string) => ({
  ...samplePosition,
  ...{ product, asset, units, available: units, holdings: 3 },
})

export const samplePositions: HoldingPosition[] = [
  position('GAE', 'GAE', '15'),
  position('GAEX', 'GAE', '0'),
  position('GCA', 'GCA', '2'),
]

const part = (number: string, units: string, left: string) => ({
  ...{ holding: `0198a3c1-0000-4000-8000-0000000000b${number}`, number, product: 'GAE' as const, units, left },
  ...{ bookedAt: sampleDetails.bookedAt, cost: '655.78', receive: '653.366', value: '653.366', result: '-2.414' },
})

const sums = {
  product: 'GAE' as const,
  pay: { asset: 'GAE' as const, amount: '5.000000000000000001' },
  gross: { asset: 'USDT' as const, amount: '656.65' },
  fee: { asset: 'USDT' as const, amount: '3.284' },
  receive: { asset: 'USDT' as const, amount: '653.366' },
  value: '653.366',
  cost: '655.78',
  result: '-2.414',
  parts: [part('7', '5.000000000000000001', '0')],
  price: '131.33',
  midPrice: '131.99',
  spreadBasisPoints: 50,
  feeBasisPoints: 50,
}

export const sampleQuote: TerminationQuote = {
  id: '0198a3c1-0000-4000-8000-00000000000a',
  market: 'open',
  priceAt: '2026-11-13T12:00:00.000Z',
  expiresAt: '2026-11-13T12:00:30.000Z',
  expiresInSeconds: 30,
  reserved: false,
  ...sums,
}

/** The same across three holdings. */
export const sampleOldest: TerminationQuote = {
  ...sampleQuote,
  parts: [part('5', '2', '0'), part('6', '2', '0'), part('7', '1.000000000000000001', '4')],
}

export const sampleTermination: Termination = {
  id: '0198a3c1-0000-4000-8000-0000000000e1',
  type: 'gae-termination',
  quoted: true,
  at: '2026-11-13T12:00:10.000Z',
  ...sums,
  movement: { id: '0198a3c1-0000-4000-8000-0000000000e1', number: '140', type: 'gae-termination' },
  note: { id: '0198a3c1-0000-4000-8000-0000000000f1', number: 'TN-2026-000003' },
}
