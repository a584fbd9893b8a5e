import { isAsset, isGramAsset, shownDecimals } from '@ingot/money/assets'

/** Whether one unit of it is a gram of gold. */
export const isGram = (asset: string): boolean => isAsset(asset) && isGramAsset(asset)

/** How many decimals are read at a glance: cents of a dollar or another currency, micrograms of a gram. */
export const decimalsOf = (asset: string): number => shownDecimals[isGram(asset) ? 'gram' : 'dollar']
