import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { holdingProducts, product } from './holding-fields.ts'
import { fileOf, listOf } from './list.ts'

// How a customer stands with all that was saved: results, what was paid out, and what is booked. Figures are dollars as decimal
// text, exact; null while no price is known.

/** The figures, by the names that they always had. */
export const figureNames = [
  'totalGAEProfit',
  'totalGAELoss',
  'totalGAEXProfit',
  'totalGAEXLoss',
  'totalGoldConvertProfit',
  'totalGoldConvertLoss',
  'totalProfit',
  'totalLoss',
  'grandTotal',
  'TotalNetCashout',
  'totalGAEBookingNote',
  'totalGoldConvertBookingNote',
  'totalBooking',
] as const
export type FigureName = (typeof figureNames)[number]

const usd = z.string()
const signed = z.string()
const figureName = z.enum(figureNames)

/**
 * `unfinished-verification`, `plan-missed` (its last date was skipped or is being tried again), `plan-paused` (by us). What
 * leads to it is the web's to know.
 */
export const attentionKinds = [
  'unfinished-verification',
  'plan-missed',
  'plan-paused',
  'debt',
  'remittance-held',
  'payment-held',
  'payment-disputed',
  'bars-on-their-way',
  'bars-ready',
  'estate-open',
  'renewal-due',
  'nominees-unconfirmed',
  'nominees-waiting',
  'unread-announcement',
] as const

/** Something its customer should look at: since when, and which one, if there are several. */
export const attention = z.object({
  kind: z.enum(attentionKinds),
  id: z.nullable(z.uuid()),
  at: z.iso.datetime(),
})
export type Attention = z.output<typeof attention>

/** All of a product, or of all of them. Cost is of what is open, fees included; value is what it would bring before the fee. */
const share = z.object({
  product,
  holdings: z.number(),
  units: z.string(),
  cost: usd,
  value: z.nullable(usd),
  /** What was saved under it so far and is no longer open counts here: with the value less the cost, its profit less its loss. */
  realised: signed,
})

export const readDashboard = endpoint({
  name: 'readDashboard',
  method: 'GET',
  path: '/dashboard',
  summary: 'The thirteen figures, what each product is worth, what needs attention, and the next dates of plans.',
  gate: 'verified',
  reply: data(
    z.object({
      figures: z.record(figureName, z.nullable(signed)),
      /** At which price of a gram, spread included, and of when; null while none is known. `stale`: it is too old to trade at. */
      price: z.nullable(
        z.object({ perGram: usd, at: z.iso.datetime(), state: z.enum(['open', 'closed', 'stale', 'suspect']) }),
      ),
      products: z.array(share),
      /** QMGT that is staked: the customer's as before, and free when its term is over. What it would bring before the fee. */
      staked: z.object({ units: z.string(), value: z.nullable(usd) }),
      attention: z.array(attention),
      /** The nearest dates of plans that are active, soonest first. */
      next: z.array(
        z.object({
          plan: z.uuid(),
          product: z.enum(['GAE', 'QMGT']),
          on: z.iso.date(),
          tryAt: z.iso.datetime(),
          amount: usd,
        }),
      ),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

/** One line of a figure's sum. A holding adds its result or booking value; a termination what it paid. */
const figureLine = z.object({
  number: z.string(),
  product,
  /** The holding, or the termination: one of the two. */
  holding: z.nullable(z.uuid()),
  termination: z.nullable(z.uuid()),
  /** When it was booked, or ended. */
  at: z.iso.datetime(),
  /**
   * Of a holding: grams that are open, what they would bring, what terminations of it paid, what all that had cost. Of a
   * termination: grams that ended, no value any more, what they brought, what they had cost.
   */
  units: z.string(),
  value: z.nullable(usd),
  paidOut: usd,
  cost: usd,
  /** What it adds to the figure: all lines together are the figure, to the last digit. */
  amount: signed,
})
export type FigureLine = z.output<typeof figureLine>

const ofFigure = { params: z.strictObject({ figure: figureName }) }

/** As `price.perGram` was told with the figures: then the lines are those of the figures, however the price has moved since. */
const atPrice = { price: z.optional(z.string().check(z.regex(/^(?=.*[1-9])(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,18})?$/))) }

export const listFigure = endpoint({
  ...listOf(atPrice, figureLine),
  ...ofFigure,
  name: 'listFigure',
  path: '/dashboard/figures/:figure',
  summary: 'What a figure is the sum of, newest first. Empty while no price is known that it needs.',
  gate: 'verified',
})

export const downloadFigure = endpoint({
  ...fileOf(atPrice),
  ...ofFigure,
  name: 'downloadFigure',
  path: '/dashboard/figures/:figure/lines.csv',
  summary: 'The same as a table to download.',
  gate: 'verified',
})

/** How far back. */
export const historyRanges = ['1M', '3M', '1Y', 'ALL'] as const
export type HistoryRange = (typeof historyRanges)[number]

export const readWorth = endpoint({
  name: 'readWorth',
  method: 'GET',
  path: '/dashboard/worth',
  summary: 'What was open at the end of each day, by UTC: what it had cost and what it was worth. The last one is now.',
  gate: 'verified',
  reads: 'replica',
  query: z.strictObject({ range: z.optional(z.enum(historyRanges)), product: z.optional(z.enum(holdingProducts)) }),
  reply: data(
    z.object({
      range: z.enum(historyRanges),
      /** Oldest first. Longer stretches have one for every few days. */
      points: z.array(
        z.object({
          on: z.iso.date(),
          cost: usd,
          value: z.nullable(usd),
          /** Grams that were delivered, passed on or given in since the point before, which are neither gain nor loss. */
          moved: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})
