import * as z from 'zod/mini'
import { countryCodes } from './countries.ts'
import { holdingProducts, payAssets } from './holding-fields.ts'

// Gold that leaves the vault as bars. A withdrawal is one parcel, or what is collected at the counter at once. Grams and amounts are
// decimal text, exact; dollars have two decimals.

/** The sizes of bars that are given out, in grams. */
export const barSizes = ['1', '5', '10', '20', '50', '100', '1000'] as const
export type BarSize = (typeof barSizes)[number]

export const withdrawalStates = [
  'Requested',
  'Approved',
  'Packed',
  'Sent',
  'Late',
  'Ready',
  'Delivered',
  'Disputed',
  'Returned',
  'Lost',
  'Replaced',
  'Credited',
  'Refused',
  'Cancelled',
] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

export const withdrawalWays = ['deliver', 'collect'] as const
export type WithdrawalWay = (typeof withdrawalWays)[number]

/** What the bars are given for. */
const withdrawnAssets = ['QMGT', 'GAE', 'GCA', 'GDS'] as const
export type WithdrawnAsset = (typeof withdrawnAssets)[number]

const grams = z.string()
const usd = z.string()

const line = (shortest: number, longest: number, what: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(shortest, `Please enter ${what}.`),
      z.maxLength(longest, `Please use at most ${longest} characters.`),
      z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'Please use one line of text.'),
    )

/** To whom and where a parcel goes, as it stands on the label. */
export const postalAddress = {
  name: line(2, 80, 'the name'),
  street: line(5, 120, 'street and number'),
  city: line(1, 60, 'the city'),
  postalCode: z
    .string()
    .check(z.trim(), z.maxLength(16, 'Please use at most 16 characters.'), z.regex(/^[\p{L}\p{N} -]*$/u)),
  country: z.enum(countryCodes, 'Please choose the country.'),
}
export type PostalAddress = { name: string; street: string; city: string; postalCode: string; country: string }

/** Where parcels may go: the verified address, whose id is 'verified', and those that were added. */
export const deliveryAddress = z.object({
  id: z.union([z.literal('verified'), z.uuid()]),
  name: z.string(),
  street: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
  /** Null for the verified one, which can always be used. */
  usableFrom: z.nullable(z.iso.datetime()),
})
export type DeliveryAddress = z.output<typeof deliveryAddress>

/** What is taken, in dollars; the parts add up to the sum. */
export const withdrawalFees = z.object({ making: usd, handling: usd, carriage: usd, insurance: usd, total: usd })
export type WithdrawalFees = z.output<typeof withdrawalFees>

/** A bar as its customer sees it. */
export const withdrawalBar = z.object({
  size: z.enum(barSizes),
  refiner: z.string(),
  brand: z.string(),
  serial: z.string(),
  year: z.nullable(z.number()),
  fineness: z.string(),
  fineGrams: grams,
})
export type WithdrawalBar = z.output<typeof withdrawalBar>

/** What was chosen: its bars are kept for the customer, and its figures hold, until then. */
export const withdrawalChoice = z.object({
  id: z.uuid(),
  until: z.iso.datetime(),
  way: z.enum(withdrawalWays),
  address: z.nullable(deliveryAddress),
  asset: z.enum(withdrawnAssets),
  /** The holding whose grams are given; null for QMGT. */
  holding: z.nullable(z.object({ id: z.uuid(), number: z.string(), product: z.enum(holdingProducts) })),
  /** Fine grams of all bars, which is what is given for them. */
  grams,
  parcels: z.array(z.object({ bars: z.array(withdrawalBar), grams, insured: usd, fees: withdrawalFees })),
  fees: withdrawalFees,
  feeAsset: z.enum(payAssets),
  /** Dollars for a gram by which it is insured. */
  price: z.string(),
  /** What the same grams would bring if they were sold now instead; null while there is no price. */
  sellInstead: z.nullable(z.object({ price: z.string(), gross: usd, fee: usd, receive: usd })),
})
export type WithdrawalChoice = z.output<typeof withdrawalChoice>

/** A line of what the carrier told. */
export const parcelScan = z.object({ at: z.iso.datetime(), words: z.string(), place: z.string() })

export const withdrawal = z.object({
  id: z.uuid(),
  number: z.string(),
  order: z.uuid(),
  parcel: z.number(),
  parcels: z.number(),
  state: z.enum(withdrawalStates),
  /** Why it was refused or cancelled, came back or was lost, in words; null elsewhere. */
  reason: z.nullable(z.string()),
  way: z.enum(withdrawalWays),
  asset: z.enum(withdrawnAssets),
  holding: z.nullable(z.uuid()),
  /** The number of the one that was lost and that this stands for. */
  replaces: z.nullable(z.string()),
  grams,
  bars: z.array(withdrawalBar),
  fees: withdrawalFees,
  feeAsset: z.enum(payAssets),
  insured: usd,
  requestedAt: z.iso.datetime(),
  deliveredAt: z.nullable(z.iso.datetime()),
  endedAt: z.nullable(z.iso.datetime()),
  movement: z.nullable(z.object({ id: z.uuid(), type: z.string() })),
  mayCancel: z.boolean(),
  mayDispute: z.boolean(),
})
export type Withdrawal = z.output<typeof withdrawal>

/** All that its customer may know of one. */
export const withdrawalDetails = z.extend(withdrawal, {
  address: z.nullable(deliveryAddress),
  history: z.array(z.object({ state: z.enum(withdrawalStates), at: z.iso.datetime() })),
  carrier: z.nullable(z.string()),
  tracking: z.nullable(z.string()),
  scans: z.array(parcelScan),
  /** Six digits, while it is on its way or at the counter. */
  releaseCode: z.nullable(z.string()),
  /** Until when it can be collected, or disputed. */
  collectUntil: z.nullable(z.iso.datetime()),
  disputeUntil: z.nullable(z.iso.datetime()),
  dispute: z.nullable(z.string()),
  /** What was credited when it was made good, in QMGT, and the fees that came back. */
  credited: z.nullable(z.object({ grams, fees: usd })),
  /** The delivery note, once it was packed. */
  document: z.nullable(z.uuid()),
})
export type WithdrawalDetails = z.output<typeof withdrawalDetails>
