import type { IssuedDocument } from '@ingot/endpoints/documents'
import type { MovementDetails, Receipt, Transfer } from '@ingot/endpoints/wallet-fields'
import type { ComponentType } from 'react'
import { openPage } from '../../lib/test-page.tsx'
import { type Answers, page } from '../../lib/test-server.ts'

const hash = `0x${'ab'.repeat(32)}`

export const sampleMovement: MovementDetails = {
  id: '0198a3c1-0000-4000-8000-00000000000c',
  number: '121',
  type: 'buy',
  at: '2026-11-13T12:00:10.000Z',
  state: 'confirmed',
  incoming: [{ asset: 'QMGT', amount: '0.751941220123456789' }],
  outgoing: [{ asset: 'USDT', amount: '100' }],
  fees: [{ asset: 'USDT', amount: '0.25' }],
  withheld: [],
  hash,
  party: null,
  steps: [
    { name: 'requested', at: '2026-11-13T12:00:10.000Z' },
    { name: 'posted', at: '2026-11-13T12:00:10.000Z' },
    { name: 'sent', at: '2026-11-13T12:00:15.000Z' },
    { name: 'confirmed', at: '2026-11-13T12:00:40.000Z' },
  ],
  price: '132.65486',
  pair: 'QMGT/USDT',
  reason: null,
  entries: [
    {
      entry: '24',
      kind: 'buy',
      postedAt: '2026-11-13T12:00:10.000Z',
      moves: [
        {
          asset: 'USDT',
          amount: '99.75',
          from: { owner: 'you', purpose: 'available' },
          to: { owner: 'house', purpose: 'in-transit' },
        },
      ],
    },
  ],
}

const { id, type, at, state, steps, incoming, outgoing, fees, withheld, price, pair } = sampleMovement

export const sampleReceipt: Receipt = {
  ...{ id, type, at, state, steps, incoming, outgoing, fees, withheld, price, pair, hash },
}

/** The same, numbered and signed. */
export const sampleReceiptDocument: IssuedDocument = {
  id: '0198a3c1-0000-4000-8000-0000000000a1',
  number: 'RC-2026-000007',
  kind: 'receipt',
  title: 'Receipt',
  subtitle: 'Bought QMGT',
  state: 'valid',
  issuedAt: '2026-11-13T12:00:10.000Z',
  supersededBy: null,
  hasTable: false,
}

export const sampleTransfer: Transfer = {
  id: '0198a3c1-0000-4000-8000-00000000000d',
  asset: 'USDT',
  amount: '30',
  fee: '1',
  total: '31',
  receiver: { kind: 'address', address: `0x${'12'.repeat(20)}`, label: '' },
  state: 'waiting',
  requestedAt: '2026-11-13T12:00:00.000Z',
  history: [],
  leavesAt: '2026-11-14T12:00:00.000Z',
  endedAt: null,
  endReason: null,
  hash: null,
  movement: null,
}

/** For tests: a page of movements at an address, with one reply per call; whatever is not listed is not found. */
export const openMovements = (Component: ComponentType, path: string, address: string, given: Answers) =>
  openPage(Component, path, address, { 'GET /get-all-transfer': page([]), ...given })
