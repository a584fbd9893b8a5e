import * as z from 'zod/mini'
import { quoteFields } from './deals.ts'
import { paperSizes, zone } from './documents.ts'
import { ledgerEntry } from './wallet-fields.ts'

// Gold that is saved under a contract: each booking is a holding of its own, which ends in whole or in parts. Amounts and prices
// are decimal text, exact; grams and dollars have 18 decimals.

/** GAE: gold accumulated. GAEX: GAE Extra, a top-up beside an open GAE. GCA: Gold Convert, made of QMGT. GDS: bought in a group. */
export const holdingProducts = ['GAE', 'GAEX', 'GCA', 'GDS'] as const
export type HoldingProduct = (typeof holdingProducts)[number]

/** What can be bought alone. GCA is converted into, and GDS bought in a group. */
export const purchasedProducts = ['GAE', 'GAEX'] as const
/** What a purchase is paid with, and what ending a holding pays. */
export const payAssets = ['USDT', 'USDAU'] as const
export const payoutAssets = ['USDT', 'USDAU', 'QMGT'] as const
export type PayoutAsset = (typeof payoutAssets)[number]
/** What holdings were paid with: dollars are those that came by bank or were paid by card. */
const paidAssets = [...payoutAssets, 'USD'] as const
export type PaidAsset = (typeof paidAssets)[number]

/** What a product's grams are held in; GDS is no token. */
export const holdingAssets = ['GAE', 'GCA', 'GDS'] as const
export const assetOfProduct = { GAE: 'GAE', GAEX: 'GAE', GCA: 'GCA', GDS: 'GDS' } as const satisfies Record<
  HoldingProduct,
  (typeof holdingAssets)[number]
>

/** By what became of a holding's grams. `Active`: all are there. */
export const holdingStates = [
  'Active',
  'Partially Terminated',
  'Terminated',
  'Delivered',
  'Passed on',
  'Reversed',
] as const
export type HoldingState = (typeof holdingStates)[number]

export const product = z.enum(holdingProducts)
const decimal = z.string()
/** May be negative. */
const signed = z.string()
const usd = decimal
const amountIn = <A extends string>(assets: readonly [A, ...A[]]) =>
  z.object({ asset: z.enum(assets), amount: decimal })

/** In whose zone and on which paper the note is made that comes with it. */
export const noteWish = { zone: z._default(zone, 'UTC'), paper: z._default(z.enum(paperSizes), 'A4') }

/** What a price is made of: dollars for a gram, spread included; the same without; and both shares in basis points. */
const priced = {
  price: decimal,
  midPrice: decimal,
  spreadBasisPoints: z.number(),
  feeBasisPoints: z.number(),
}

const purchaseShown = {
  product: z.enum(purchasedProducts),
  /** Everything that leaves the customer, the fee included. */
  pay: amountIn(payAssets),
  receive: amountIn(['GAE']),
  /** Part of what is paid. */
  fee: amountIn(payAssets),
  ...priced,
}

/** The same in a group. */
export const groupPurchaseShown = {
  product: z.literal('GDS'),
  pay: amountIn(payAssets),
  receive: amountIn(['GDS']),
  fee: amountIn(payAssets),
  ...priced,
}

const convertShown = {
  /** The fee is part of what is paid; the rest arrives gram for gram. */
  pay: amountIn(['QMGT']),
  receive: amountIn(['GCA']),
  fee: amountIn(['QMGT']),
  /** What the holding will have cost, in dollars: all that was paid, at what is paid for a gram of QMGT now. */
  cost: usd,
  /** What arrives at the same price: less by the fee. */
  bookingValue: usd,
  ...priced,
}

/** What of one holding ends. Parts add up to the whole exactly. */
const endedPart = z.object({
  holding: z.uuid(),
  /** The holding's number, by which its owner tells it from others. */
  number: z.string(),
  product,
  bookedAt: z.iso.datetime(),
  units: decimal,
  /** What of the holding is still there afterwards. */
  left: decimal,
  /** What these units had cost, in dollars, fees included. */
  cost: usd,
  /** Their share of what arrives, in the currency that is paid, and that in dollars. */
  receive: decimal,
  value: usd,
  /** Value less cost. */
  result: signed,
})

const terminationShown = {
  product,
  /** The grams that end. */
  pay: amountIn(holdingAssets),
  /** What they bring at the price, what is kept of that as a fee, and what arrives: the first less the second. */
  gross: amountIn(payoutAssets),
  fee: amountIn(payoutAssets),
  receive: amountIn(payoutAssets),
  /** What arrives, what the grams had cost, and the first less the second: in dollars, QMGT at the price. */
  value: usd,
  cost: usd,
  result: signed,
  /** Oldest first. */
  parts: z.array(endedPart),
  ...priced,
}

export const purchaseQuote = z.object({ ...quoteFields, ...purchaseShown })
export const convertQuote = z.object({ ...quoteFields, ...convertShown })
export const terminationQuote = z.object({ ...quoteFields, ...terminationShown })
export type PurchaseQuote = z.output<typeof purchaseQuote>
export type ConvertQuote = z.output<typeof convertQuote>
export type TerminationQuote = z.output<typeof terminationQuote>

/** What is told of anything that was done. The id names the movement, and so the receipt. */
const doneFields = { id: z.uuid(), type: z.string(), quoted: z.boolean(), at: z.iso.datetime() }

export const bookedFields = {
  ...doneFields,
  /** The holding that was booked, and its booking note. */
  holding: z.uuid(),
  note: z.uuid(),
}
export const purchased = z.object({ ...bookedFields, ...purchaseShown })
export const converted = z.object({ ...bookedFields, ...convertShown })
/** Its id also opens the summary. */
export const terminated = z.object({ ...doneFields, note: z.uuid(), ...terminationShown })
export type Purchased = z.output<typeof purchased>
export type Converted = z.output<typeof converted>
export type Terminated = z.output<typeof terminated>

const documentLink = z.object({ id: z.uuid(), number: z.string() })
const movementLink = z.object({ id: z.uuid(), number: z.string(), type: z.string() })

export const holding = z.object({
  id: z.uuid(),
  /** Counts all holdings; later ones are higher. */
  number: z.string(),
  product,
  asset: z.enum(holdingAssets),
  state: z.enum(holdingStates),
  bookedAt: z.iso.datetime(),
  /** Dollars for a gram. */
  bookingPrice: decimal,
  /** The booked grams, what they were worth at that price, and what they cost with the fee: in dollars. */
  units: decimal,
  bookingValue: usd,
  cost: usd,
  paid: amountIn(paidAssets),
  fee: amountIn(paidAssets),
  /** What is still there, and of that what can be ended. The rest is bound: paid by card and not yet safe, or being withdrawn. */
  open: decimal,
  available: decimal,
  /** What was paid by card and is not yet safe, and until when that is; null while it is disputed, too. */
  clearing: z.nullable(z.object({ units: decimal, until: z.nullable(z.iso.datetime()) })),
  /** What the open units had cost, what they would bring now before the fee, and the difference; null while no price is known. */
  openCost: usd,
  value: z.nullable(usd),
  openResult: z.nullable(signed),
  /** What ended, what it paid after fees, in dollars, and that less what the ended units had cost. */
  terminated: decimal,
  paidOut: usd,
  realised: signed,
  /** Value of what is open and what was paid, less the whole cost; null while no price is known. */
  result: z.nullable(signed),
  movement: z.nullable(movementLink),
  note: z.nullable(documentLink),
})
export type Holding = z.output<typeof holding>

/** All that a customer has of a product. */
export const holdingPosition = z.object({
  product,
  asset: z.enum(holdingAssets),
  /** How many holdings are not ended. */
  holdings: z.number(),
  units: decimal,
  available: decimal,
  /** What the open units had cost, what they would bring now before the fee, and the difference; null while no price is known. */
  cost: usd,
  value: z.nullable(usd),
  result: z.nullable(signed),
  /** What terminations have paid after fees, in dollars, and that less what the ended units had cost. */
  paidOut: usd,
  realised: signed,
})
export type HoldingPosition = z.output<typeof holdingPosition>

export const holdingDetails = z.extend(holding, {
  /** What became of it, oldest first. */
  history: z.array(z.object({ state: z.enum(holdingStates), at: z.iso.datetime() })),
  /** What of it ended, newest first: the id opens the summary. */
  terminations: z.array(
    z.object({
      id: z.uuid(),
      at: z.iso.datetime(),
      units: decimal,
      receive: amountIn(payoutAssets),
      cost: usd,
      result: signed,
      note: z.nullable(documentLink),
    }),
  ),
  /** The ledger's entries behind it, oldest first. */
  entries: z.array(ledgerEntry),
})
export type HoldingDetails = z.output<typeof holdingDetails>

export const termination = z.object({
  ...doneFields,
  ...terminationShown,
  movement: movementLink,
  note: z.nullable(documentLink),
})
export type Termination = z.output<typeof termination>

export const holdingRules = z.object({
  purchase: z.object({
    leastUsd: z.object({ GAE: usd, GAEX: usd, GDS: usd }),
    mostUsd: usd,
    mostGrams: decimal,
    feeBasisPoints: z.number(),
  }),
  convert: z.object({ leastUnits: decimal, feeBasisPoints: z.number() }),
  termination: z.object({
    /** The least that ends at once, and the least that may be left. */
    leastUnits: decimal,
    mostHoldings: z.number(),
    feeBasisPoints: z.object({
      GAE: z.number(),
      GAEX: z.number(),
      GCA: z.number(),
      GDS: z.number(),
      gcaToQmgt: z.number(),
    }),
  }),
})
export type HoldingRules = z.output<typeof holdingRules>
