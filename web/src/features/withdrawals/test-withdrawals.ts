import type {
  DeliveryAddress,
  Withdrawal,
  WithdrawalBar,
  WithdrawalChoice,
  WithdrawalDetails,
} from '@ingot/endpoints/withdrawal-fields'
import { bankDay, idOf } from '../../lib/test-bank.ts'
import { type Answers, ok, page } from '../../lib/test-server.ts'
import type { Offer } from './queries.ts'

export const sampleBar: WithdrawalBar = {
  size: '10',
  refiner: 'Aurum',
  brand: 'Aurum',
  serial: 'A-100',
  year: 2025,
  fineness: '999.9',
  fineGrams: '9.999',
}

export const verifiedAddress: DeliveryAddress = {
  id: 'verified',
  name: 'Ada Lovelace',
  street: 'Main Street 1',
  city: 'Berlin',
  postalCode: '10115',
  country: 'DE',
  usableFrom: null,
}

export const sampleHolding = { id: idOf('8'), number: '7', product: 'GAE' } as const

export const sampleOffer: Offer = {
  bars: [
    { size: '1', making: '9', left: 0 },
    { size: '10', making: '26', left: 2 },
    { size: '1000', making: '700', left: 1 },
  ],
  handling: '10',
  carriage: [
    { insuredTo: '10000', fee: '25' },
    { insuredTo: '50000', fee: '60' },
  ],
  insuranceBasisPoints: 25,
  mostBars: 40,
  collectDays: 30,
  counter: 'Vault Street 9, Zurich',
  sources: [
    { asset: 'QMGT', holding: null, grams: '25', waitingGrams: '3' },
    { asset: 'GAE', holding: sampleHolding, grams: '12.5', waitingGrams: '0' },
  ],
  addresses: [verifiedAddress, { ...verifiedAddress, id: idOf('9'), usableFrom: '2999-01-01T12:00:00.000Z' }],
  choice: null,
  frozenSince: null,
  heldUntil: null,
  owed: null,
}

const sampleFees = { making: '26', handling: '10', carriage: '25', insurance: '3.32', total: '64.32' }

export const sampleChoice: WithdrawalChoice = {
  id: idOf('c'),
  until: '2999-01-01T12:00:00.000Z',
  way: 'deliver',
  address: verifiedAddress,
  asset: 'QMGT',
  holding: null,
  grams: '9.999',
  parcels: [{ bars: [sampleBar], grams: '9.999', insured: '1326.37', fees: sampleFees }],
  fees: sampleFees,
  feeAsset: 'USDT',
  price: '132.65',
  sellInstead: { price: '131.33', gross: '1313.16', fee: '6.57', receive: '1306.59' },
}

export const sampleWithdrawal: Withdrawal = {
  id: idOf('a'),
  number: '4',
  order: idOf('b'),
  ...{ parcel: 1, parcels: 1, state: 'Requested', reason: null, way: 'deliver', asset: 'QMGT' },
  ...{ holding: null, replaces: null, grams: '9.999', bars: [sampleBar], fees: sampleFees, feeAsset: 'USDT' },
  insured: '1326.37',
  requestedAt: '2026-11-10T12:00:00.000Z',
  ...{ deliveredAt: null, endedAt: null, movement: null, mayCancel: true, mayDispute: false },
}

export const sampleDetails: WithdrawalDetails = {
  ...sampleWithdrawal,
  address: verifiedAddress,
  history: [{ state: 'Requested', at: '2026-11-10T12:00:00.000Z' }],
  ...{ carrier: null, tracking: null, scans: [], releaseCode: null, collectUntil: null, disputeUntil: null },
  ...{ dispute: null, credited: null, document: null },
}

/** What the pages ask for on a usual day. */
export const withdrawalDay: Answers = {
  ...bankDay,
  'GET /withdrawals/offer': ok(sampleOffer),
  'GET /withdrawals': page([sampleWithdrawal]),
  [`GET /withdrawals/${sampleDetails.id}`]: ok(sampleDetails),
}
