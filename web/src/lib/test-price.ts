import type { Price } from '@ingot/endpoints/trade'

/** What pages are told of gold in tests, on a day on which it is traded. */
export const samplePrice: Price = {
  state: 'open',
  tradable: true,
  perOunce: '4105.50',
  perGram: '131.99489',
  buy: '132.65',
  sell: '131.33',
  at: '2026-11-13T12:00:00.000Z',
  opensAt: null,
}
