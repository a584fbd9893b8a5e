import { assetWords } from '@ingot/endpoints/asset-words'
import type { DocumentPart } from '@ingot/endpoints/document-content'
import { parseAmount } from '@ingot/money/amount-text'
import { type Asset, assetTable } from '@ingot/money/assets'
import { dayText, figureText } from '../../documents/words.ts'
import { timesIn } from './days.ts'
import { shown } from './rules.ts'
import type { Value } from './valuing.ts'

// What the documents of this feature say alike.

/** In the place of a figure that is not known. */
export const unknown = '—'

/** A day by its date, such as 31 October 2026. */
export const dateText = (day: string): string => dayText(`${day}T00:00:00Z`, 'UTC')

/** An exact figure as it stands in a column: cut, nothing where there is none. */
export const cell = (asset: Asset, amount: string): string => shown(asset, parseAmount(asset, amount).units)

/** The same of a balance, which is a figure even if there is nothing. */
export const balanceCell = (asset: Asset, amount: string): string => cell(asset, amount) || '0'

/** The same with the sign that it has. */
export const signedCell = (asset: Asset, amount: string): string =>
  amount.startsWith('-') ? `−${balanceCell(asset, amount.slice(1))}` : balanceCell(asset, amount)

export const usdText = (value: Value | null): string => (value ? figureText(twoDecimals(value.usd)) : unknown)

const twoDecimals = (usd: string): string => {
  const [whole = '0', decimals = ''] = usd.split('.')
  return `${whole}.${decimals.padEnd(2, '0')}`
}

/** The sum of values, which is known only if all of them are. */
export const totalText = (values: readonly (Value | null)[]): string => {
  if (values.includes(null)) return unknown
  const cents = values.reduce((sum, value) => sum + parseAmount('USD', value?.usd ?? '0').units, 0n)
  return figureText(twoDecimals(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`))
}

export const whatItIs = (asset: Asset): string =>
  Object.hasOwn(assetWords, asset) ? assetWords[asset as keyof typeof assetWords] : assetTable[asset].title

/** What of balances is staked, to the last digit. */
export const stakedPart = (assets: readonly { asset: Asset; staked?: string }[]): DocumentPart[] => {
  const facts = assets.flatMap(({ asset, staked }) =>
    staked === undefined ? [] : [{ label: `${asset}, staked`, value: figureText(staked) }],
  )
  return facts.length > 0 ? [{ kind: 'facts', heading: 'Of these balances, staked', facts }] : []
}

export const stakedNote =
  'What is staked is the customer’s and part of the balance. It is free when its term is over, or after notice.'

/** At which prices something was valued. */
export const pricesPart = (
  assets: readonly { asset: Asset; value: Value | null }[],
  { zone, moment }: { zone: string; moment: string },
): DocumentPart[] => {
  const time = timesIn(zone)
  const facts = assets.map(({ asset, value }) => {
    if (!value) return { label: asset, value: `${unknown} (no price is known of ${moment})` }
    const price = `1 ${asset} = ${figureText(value.price)} USD`
    return { label: asset, value: value.at ? `${price}, by the gold price of ${time(value.at)}` : price }
  })
  return facts.length > 0 ? [{ kind: 'facts', heading: 'Prices', facts }] : []
}

export const valuedNote =
  'Values are what we would have paid for it at that time, before any fee, cut to the cent. A dollar token is valued at one US dollar. A value that is not known is shown as —.'

export const cutNote =
  'Figures in tables are cut to six decimals of a gram and two of a dollar, so that sums may differ by the last one shown. All sums are made of exact figures.'

export const zoneNote = (zone: string) => `Days and times are those of ${zone}.`
