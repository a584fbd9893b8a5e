import * as z from 'zod/mini'
import { dealErrors, ending, quoteErrors, reserveErrors } from './deals.ts'
import { data, endpoint } from './endpoint.ts'
import {
  converted,
  convertQuote,
  holding,
  holdingDetails,
  holdingPosition,
  holdingRules,
  holdingStates,
  noteWish,
  payAssets,
  payoutAssets,
  product,
  purchased,
  purchasedProducts,
  purchaseQuote,
  terminated,
  termination,
  terminationQuote,
} from './holding-fields.ts'
import { fileOf, listOf, period } from './list.ts'
import { amountText } from './wallet-fields.ts'

// Gold that is saved under a contract: bought, converted into, and ended.

const quoting = { method: 'POST', gate: 'verified', fallback: 'Failed', onFailure: 'raise' } as const
const doing = {
  method: 'POST',
  gate: 'verified',
  stepUp: 'pin',
  idempotent: true,
  fallback: 'Failed',
  onFailure: 'toast',
} as const
const quoteParams = z.strictObject({ id: z.uuid() })

const sizeErrors = ['AmountTooSmall', 'TradeTooLarge'] as const
const purchaseErrors = [...sizeErrors, 'GaeMissing'] as const

export const quotePurchase = endpoint({
  ...quoting,
  name: 'quotePurchase',
  path: '/purchases/quotes',
  summary:
    'What a purchase of GAE or GAE Extra would be, held for a short while. Moves nothing; used once, by the same customer.',
  product: 'gae',
  body: z.strictObject({
    product: z.enum(purchasedProducts),
    payWith: z.enum(payAssets),
    amount: amountText,
    /** Which of the two amounts was given: what is paid in all, or the grams that arrive. */
    of: z.enum(['pay', 'receive']),
  }),
  reply: data(purchaseQuote),
  errors: [...quoteErrors, ...purchaseErrors],
})

export const reservePurchase = endpoint({
  ...quoting,
  name: 'reservePurchase',
  path: '/purchases/quotes/:id/reserve',
  summary:
    'Holds a quote for longer, once, while the customer enters the PIN. If gold has moved against the house since, `details.quote` is a new one.',
  product: 'gae',
  params: quoteParams,
  reply: data(purchaseQuote),
  errors: [...reserveErrors, ...purchaseErrors],
})

export const purchase = endpoint({
  ...doing,
  name: 'purchase',
  path: '/purchases',
  summary: 'Books GAE or GAE Extra at a quote, with its booking note.',
  product: 'gae',
  body: z.strictObject({ quoteId: z.uuid(), ...noteWish }),
  reply: data(purchased),
  errors: [...dealErrors, 'GaeMissing'],
})

export const quoteConvert = endpoint({
  ...quoting,
  name: 'quoteConvert',
  path: '/convert/quotes',
  summary: 'What a conversion of QMGT into GCA would be, held for a short while.',
  product: 'convert',
  body: z.strictObject({ amount: amountText }),
  reply: data(convertQuote),
  errors: [...quoteErrors, ...sizeErrors],
})

export const reserveConvert = endpoint({
  ...quoting,
  name: 'reserveConvert',
  path: '/convert/quotes/:id/reserve',
  summary: 'Holds a quote for longer, once, while the customer enters the PIN.',
  product: 'convert',
  params: quoteParams,
  reply: data(convertQuote),
  errors: [...reserveErrors, ...sizeErrors],
})

export const convert = endpoint({
  ...doing,
  name: 'convert',
  path: '/convert',
  summary:
    'Converts QMGT into GCA, gram for gram less the fee: at a quote for that amount, or without one at the price of the moment.',
  product: 'convert',
  body: z.strictObject({ amount: amountText, quoteId: z.optional(z.uuid()), ...noteWish }),
  reply: data(converted),
  errors: [...dealErrors, ...sizeErrors, 'QuoteMismatch', 'PriceStale', 'MarketClosed'],
})

/** What keeps units of a holding from ending. */
const endingErrors = ['PartTooSmall', 'TooFewUnits', 'UnitsBound', 'TooManyHoldings'] as const

export const quoteTermination = endpoint({
  ...quoting,
  name: 'quoteTermination',
  leaves: true,
  path: '/terminations/quotes',
  summary:
    'What ending a holding, or grams of a product oldest first, would bring, part by part. Held for a short while.',
  body: z
    .strictObject({
      /** One of the two: this holding, or those of this product, oldest first. */
      holding: z.optional(z.uuid()),
      product: z.optional(product),
      /** Without it everything that can be ended. */
      units: z.optional(amountText),
      currency: z.enum(payoutAssets),
    })
    .check(
      z.refine(({ holding, product: named }) => (holding === undefined) !== (named === undefined), {
        message: 'Please choose a holding or a product.',
      }),
    ),
  reply: data(terminationQuote),
  errors: ['NotFound', 'WrongProduct', ...ending(quoteErrors), ...sizeErrors, ...endingErrors],
})

export const reserveTermination = endpoint({
  ...quoting,
  name: 'reserveTermination',
  leaves: true,
  path: '/terminations/quotes/:id/reserve',
  summary: 'Holds a quote for longer, once, while the customer enters the PIN.',
  params: quoteParams,
  reply: data(terminationQuote),
  errors: [...ending(reserveErrors), ...sizeErrors, ...endingErrors],
})

const atQuoteErrors = [...ending(dealErrors), ...endingErrors, 'StateChanged'] as const
const byHoldingErrors = [
  ...atQuoteErrors,
  ...sizeErrors,
  'NotFound',
  'WrongProduct',
  'QuoteMismatch',
  'PriceStale',
  'MarketClosed',
] as const

export const terminate = endpoint({
  ...doing,
  name: 'terminate',
  leaves: true,
  path: '/terminations',
  summary: 'Ends what a quote says, with its termination note.',
  body: z.strictObject({ quoteId: z.uuid(), ...noteWish }),
  reply: data(terminated),
  errors: atQuoteErrors,
})

export const partialTerminate = endpoint({
  ...doing,
  name: 'partialTerminate',
  leaves: true,
  path: '/partial-terminate/:id',
  summary:
    'Ends units of a GAE, GAE Extra or GDS holding: at a quote for just that, or without one at the price of the moment.',
  bodyType: 'form',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    currency: z.enum(payoutAssets),
    units: amountText,
    quoteId: z.optional(z.uuid()),
    ...noteWish,
  }),
  reply: data(terminated),
  errors: byHoldingErrors,
})

export const requestGcaTerminate = endpoint({
  ...doing,
  name: 'requestGcaTerminate',
  leaves: true,
  path: '/blockchain/request-gca-terminate',
  summary:
    'Ends units of a Gold Convert holding; they are burnt on the chain. At a quote for just that, or without one at the price of the moment.',
  bodyType: 'form',
  body: z.strictObject({
    currency: z.enum(payoutAssets),
    /** The holding. */
    trId: z.uuid(),
    partialAmount: amountText,
    quoteId: z.optional(z.uuid()),
    ...noteWish,
  }),
  reply: data(terminated),
  errors: byHoldingErrors,
})

const holdingFilter = {
  product: z.optional(product),
  state: z.optional(z.enum(holdingStates)),
  /** Only those of which something can be ended. */
  endable: z.optional(z.enum(['true'])),
  ...period,
}

export const listHoldings = endpoint({
  ...listOf(holdingFilter, holding),
  name: 'listHoldings',
  path: '/holdings',
  summary: 'The customer’s own holdings, newest first.',
  gate: 'customer',
})

export const downloadHoldings = endpoint({
  ...fileOf(holdingFilter),
  name: 'downloadHoldings',
  path: '/holdings.csv',
  summary: 'The same as a table to download, newest first.',
  gate: 'customer',
})

export const readHoldingPositions = endpoint({
  name: 'readHoldingPositions',
  method: 'GET',
  path: '/holdings/positions',
  summary:
    'How much of each product the customer has, what it cost, what it is worth, and the result; those of which there never was any are zero.',
  gate: 'customer',
  reply: data(z.array(holdingPosition)),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

export const readHolding = endpoint({
  name: 'readHolding',
  method: 'GET',
  path: '/holdings/:id',
  summary:
    'One of the customer’s own holdings, by its id or that of the movement it was booked by: what became of it, its notes and the ledger’s entries behind it.',
  gate: 'customer',
  params: z.strictObject({ id: z.uuid() }),
  reply: data(holdingDetails),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const readTermination = endpoint({
  name: 'readTermination',
  method: 'GET',
  path: '/terminations/:id',
  summary: 'What one termination of the customer’s own came to, part by part, with its note.',
  gate: 'customer',
  params: z.strictObject({ id: z.uuid() }),
  reply: data(termination),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const readHoldingRules = endpoint({
  name: 'readHoldingRules',
  method: 'GET',
  path: '/holdings/rules',
  summary: 'The least and the most of purchases, conversions and terminations, and what they cost.',
  gate: 'customer',
  reply: data(holdingRules),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})
