import type { Rate } from '@ingot/money/rate'

/** One price that a feed has published, as a whole number; the feed says how many of its digits are decimals. */
export type Round = { id: bigint; answer: bigint; at: Date }

/** Where the price of a troy ounce of gold in US dollars comes from, with its past. */
export type PriceFeed = {
  /** Which feed it is: the history of another one is not continued. */
  source: string
  decimals: () => Promise<number>
  /** The newest price; undefined while there is none. */
  latest: () => Promise<Round | undefined>
  /** An older one; undefined when nothing was published under that number. */
  round: (id: bigint) => Promise<Round | undefined>
  /** The number before this one; undefined when it was the first. */
  before: (id: bigint) => Promise<bigint | undefined>
}

/** Somebody else's word on the same price, which comes by another way than the feed's. */
export type SecondSource = {
  source: string
  /** US dollars for a troy ounce, and when that was observed. */
  read: () => Promise<{ perOunce: Rate; at: Date }>
}

/** A source could not be read, or said something that is no price. The same call may work later. */
export class PriceUnavailable extends Error {
  override name = 'PriceUnavailable'
}
