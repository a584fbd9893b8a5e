/** Why there is no price. Alone in its file, because the first page says it, and need not load the words of every error for it. */
export const priceWords = {
  PriceStale: 'Price feed is stale. Please try again later.',
  PriceSuspect: 'The gold price is being checked. Please try again later.',
} as const
