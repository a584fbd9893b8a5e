import { shownDecimals } from '@ingot/money/assets'

/** Whether one unit of it is a gram of gold. */
export const isGram = (asset: string): boolean => !['USDT', 'USDAU', 'USD'].includes(asset)

/** How many decimals are read at a glance: cents of a dollar, micrograms of a gram. */
export const decimalsOf = (asset: string): number => shownDecimals[isGram(asset) ? 'gram' : 'dollar']
