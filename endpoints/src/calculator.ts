import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { barSizes, withdrawalFees, withdrawalWays } from './withdrawal-fields.ts'

// What gold would cost and bring, reckoned ahead. Nothing is kept, held or promised by any of it.

export const reckonedProducts = ['QMGT', 'GAE'] as const
export type ReckonedProduct = (typeof reckonedProducts)[number]

const decimal = z.string()

export const readCalculatorRules = endpoint({
  name: 'readCalculatorRules',
  method: 'GET',
  path: '/calculator/rules',
  summary: 'What buying and selling costs now, by product, and which bars there are: what the calculator reckons with.',
  gate: 'customer',
  reply: data(
    z.object({
      /** How far buying and selling is from the market price as the market is now. */
      spreadBasisPoints: z.number(),
      /** The fee is of what is paid when QMGT is sold, and of what arrives when GAE ends: to a unit it comes to the same. */
      products: z.array(
        z.object({
          product: z.enum(reckonedProducts),
          buyFeeBasisPoints: z.number(),
          sellFeeBasisPoints: z.number(),
          leastUsd: decimal,
          mostUsd: decimal,
          mostGrams: decimal,
          /** In grams, the least that ends of a GAE unless it is the whole; there is none for QMGT. */
          leastPart: z.nullable(decimal),
        }),
      ),
      plan: z.object({ leastUsd: decimal, mostUsd: decimal }),
      bars: z.array(z.object({ size: z.enum(barSizes), making: decimal })),
      mostBars: z.number(),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

/** So many of each size, such as `1x100,2x10`. */
export const barsText = z
  .string()
  .check(
    z.maxLength(80),
    z.regex(/^[1-9][0-9]?x(?:1000|100|50|20|10|5|1)(?:,[1-9][0-9]?x(?:1000|100|50|20|10|5|1)){0,6}$/),
  )

export const readDeliveryCosts = endpoint({
  name: 'readDeliveryCosts',
  method: 'GET',
  path: '/calculator/delivery',
  summary:
    'What taking these bars out would cost at the price of now. Keeps none of them, and says nothing of how many there are.',
  gate: 'customer',
  query: z.strictObject({ bars: barsText, way: z.enum(withdrawalWays) }),
  reply: data(
    z.object({
      /** Fine grams of bars of 999.9 parts in a thousand: what is given for them. */
      grams: decimal,
      parcels: z.number(),
      insured: decimal,
      fees: withdrawalFees,
      /** Dollars for a gram by which they are insured. */
      price: decimal,
    }),
  ),
  errors: ['PriceStale', 'PriceSuspect', 'MarketClosed', 'TooManyBars', 'BarNotDeliverable'],
  fallback: 'Failed',
  onFailure: 'raise',
})
