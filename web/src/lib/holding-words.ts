import type { Holding, HoldingProduct, HoldingState } from '@ingot/endpoints/holding-fields'
import { formatMoment } from './local-format.ts'

type Words = {
  /** What it is called, as a heading and in a sentence. */
  readonly name: string
  /** What one of its holdings is called, with its number behind it. */
  readonly one: string
  /** What it is, in one sentence. */
  readonly about: string
  /** Where its holdings are listed. */
  readonly page: string
  /** Its types of movements. */
  readonly types: string
}

/** How the web speaks of a product, wherever that is. */
export const productWords: Readonly<Record<HoldingProduct, Words>> = {
  GAE: {
    name: 'GAE',
    one: 'GAE',
    about: 'Gold that you save under a contract. Each booking is a holding of its own, with its own note.',
    page: '/transactions-gae',
    types: 'gae,gae-termination',
  },
  GAEX: {
    name: 'GAE Extra',
    one: 'GAE Extra',
    about: 'Top-ups beside your GAE. Each is a holding of its own, and lives on if that GAE ends.',
    page: '/transactions-gaex',
    types: 'gaex,gaex-termination',
  },
  GCA: {
    name: 'Gold Convert',
    one: 'Gold Convert',
    about: 'Gold that you converted from QMGT, remitted or paid by card. One GCA is one gram.',
    page: '/transactions-convert',
    types: 'convert,gca-termination,remittance,remittance-reversed,payment,payment-refunded,payment-lost',
  },
  GDS: {
    name: 'GDS',
    one: 'GDS',
    about: 'Gold that you bought in a group. Each purchase is your own holding, with its certificate.',
    page: '/transactions-gds',
    types: 'gds,gds-termination',
  },
}

/** Which holding is meant, as its owner tells it from others. */
export const holdingName = ({ product, number }: { product: HoldingProduct; number: string }): string =>
  `${productWords[product].one} ${number}`

/** Where a holding is shown, open. */
export const holdingAddress = ({ product, id }: { product: HoldingProduct; id: string }): string =>
  `${productWords[product].page}?holding=${id}`

/** Until when grams are bound that were paid by card. */
export const boundUntilWords = ({ until }: NonNullable<Holding['clearing']>): string =>
  until === null ? 'until the dispute about its card payment is decided' : `until ${formatMoment(new Date(until))}`

export const terminationAddress = (id: string): string => `/termination?holding=${id}`

export const summaryAddress = (id: string): string => `/termination-summary/${id}`

/** In the words of the pages, which write no state in capitals but the first. */
export const stateWords: Readonly<Record<HoldingState, string>> = {
  Active: 'Active',
  'Partially Terminated': 'Partially terminated',
  Terminated: 'Terminated',
  Delivered: 'Delivered',
  'Passed on': 'Passed on',
  Reversed: 'Reversed',
}
