import * as z from 'zod/mini'
import type { ErrorName } from './errors.ts'

// What every product shares in which something is given for something else at a price that was shown.

/** What a quote says besides its figures. */
export const quoteFields = {
  id: z.uuid(),
  market: z.enum(['open', 'closed']),
  /** When the feed observed the gold price behind it. */
  priceAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** How long from this answer on, for a countdown that does not trust the clock of the device. */
  expiresInSeconds: z.number(),
  /** Whether it is held while the PIN is entered: it is not made longer twice, and another one ends it. */
  reserved: z.boolean(),
}

/** What stops a deal, at a quote too. */
const stops = [
  'PriceSuspect',
  'ProductClosed',
  'DayLimitReached',
  'UsdauStopped',
  'IssuingStopped',
  'TokenPaused',
] as const

export const quoteErrors = ['PriceStale', 'MarketClosed', ...stops, 'TooManyTries'] as const satisfies ErrorName[]

export const reserveErrors = ['QuoteExpired', 'QuoteUsed', 'PriceMoved', ...quoteErrors] as const satisfies ErrorName[]

/** What may keep a deal from being done at a quote. */
export const dealErrors = [
  'QuoteExpired',
  'QuoteUsed',
  ...stops,
  'BalanceTooLow',
  'TreasuryShort',
  'VaultExhausted',
] as const satisfies ErrorName[]

/** Of what only ends something: that is never closed. */
export const ending = (errors: readonly ErrorName[]): ErrorName[] => errors.filter((name) => name !== 'ProductClosed')
