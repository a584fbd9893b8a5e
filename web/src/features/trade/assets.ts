import { pairs } from '@ingot/endpoints/trade'
import type { Pair, Side } from './queries.ts'

export const tradedAssets = ['USDT', 'QMGT', 'USDAU'] as const

export type TradedAsset = (typeof tradedAssets)[number]

/** What is traded for what. */
export type Direction = { readonly pay: TradedAsset; readonly receive: TradedAsset }

/** Every two of the assets are a pair, so there is always one. */
export const pairOf = ({ pay, receive }: Direction): { pair: Pair; side: Side } => {
  const bought = pairs.find((pair) => pair === `${receive}/${pay}`)
  if (bought) return { pair: bought, side: 'buy' }
  const sold = pairs.find((pair) => pair === `${pay}/${receive}`)
  if (!sold) throw new Error(`${pay} and ${receive} are no pair.`)
  return { pair: sold, side: 'sell' }
}

export const actionOf = ({ pay, receive }: Direction): string => {
  if (pay === 'USDT') return `Buy ${receive}`
  if (receive === 'USDT') return `Sell ${pay}`
  return `Swap ${pay} for ${receive}`
}
