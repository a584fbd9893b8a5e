import { type ReckonedProduct, reckonedProducts } from '@ingot/endpoints/calculator'
import type { ReckonedField, ReckonedSide, timesAYear } from '@ingot/endpoints/reckoning'
import { amountText } from '@ingot/endpoints/wallet-fields'
import { type BarSize, barSizes, type WithdrawalWay } from '@ingot/endpoints/withdrawal-fields'
import { type Entry, emptyEntry, filledIn, readEntry } from '../../lib/typed-amount.ts'

type Rhythm = keyof typeof timesAYear
export type Counts = Readonly<Partial<Record<BarSize, number>>>

/** Everything that somebody typed or chose; the rest follows from it. */
export type Inputs = {
  readonly product: ReckonedProduct
  readonly side: ReckonedSide
  /** Which of grams and money was typed. */
  readonly typed: ReckonedField
  readonly entry: Entry
  readonly instalment: Entry
  readonly every: Rhythm
  readonly years: number
  /** Per cent a year as it was typed; empty unless somebody assumes something. */
  readonly growth: string
  readonly counts: Counts
  readonly way: WithdrawalWay
}

/** How the same stands in an address. Empty is what a page begins with. */
export const noFields = {
  product: '',
  side: '',
  grams: '',
  money: '',
  instalment: '',
  every: '',
  years: '',
  growth: '',
  bars: '',
  way: '',
}
type Fields = Readonly<Record<keyof typeof noFields, string>>

const start: Inputs = {
  product: 'QMGT',
  side: 'buy',
  typed: 'money',
  entry: { text: '1000', exact: '1000' },
  instalment: { text: '100', exact: '100' },
  every: 'month',
  years: 5,
  growth: '',
  counts: { '10': 1 },
  way: 'deliver',
}

export const longestYears = 30
export const mostOfOneSize = 20
export const assetOf = (typed: ReckonedField, product: ReckonedProduct): string =>
  typed === 'grams' ? product : 'USDT'

const mostGrowth = 5_000

/** Per cent with up to two decimals as basis points; null where nothing is assumed, undefined where it cannot be read. */
export const growthOf = (text: string): number | null | undefined => {
  const typed = text.trim().replace(/%$/, '').trim()
  if (typed === '') return null
  const [, sign = '', whole = '', decimals = ''] = /^([-−+]?)(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(typed) ?? []
  if (whole === '') return undefined
  const points = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  if (points > mostGrowth) return undefined
  const signed = sign === '-' || sign === '−' ? -points : points
  return signed === 0 ? null : signed
}

/** As it was typed, with a sign that is one. */
export const growthWords = (basisPoints: number): string => `${basisPoints / 100} %`.replace('-', '−')

const oneOf = <T extends string>(all: readonly T[], text: string): T | undefined => all.find((one) => one === text)

const entryOf = (asset: string, text: string): Entry | undefined =>
  amountText.safeParse(text).success ? filledIn(asset, text) : undefined

const barPart = /^([1-9]\d?)x(\d+)$/

const countsOf = (text: string): Counts | undefined => {
  const counts: Partial<Record<BarSize, number>> = {}
  for (const part of text.split(',')) {
    const [, count = '', named = ''] = barPart.exec(part) ?? []
    const size = oneOf(barSizes, named)
    if (!size || Number(count) > mostOfOneSize) return undefined
    counts[size] = Number(count)
  }
  return counts
}

/** `2x10,1x100`, as the address and the server have it. */
export const barsTextOf = (counts: Counts): string =>
  barSizes.flatMap((size) => (counts[size] ? [`${counts[size]}x${size}`] : [])).join(',')

/** What an address asks for. Whatever it says that cannot be is left out, and the page begins as without it. */
export const inputsOf = (fields: Fields): Inputs => {
  const product = oneOf(reckonedProducts, fields.product) ?? start.product
  const grams = entryOf(product, fields.grams)
  const years = /^[1-9]\d?$/.test(fields.years) ? Number(fields.years) : 0
  return {
    product,
    side: oneOf(['buy', 'sell'] as const, fields.side) ?? start.side,
    typed: grams ? 'grams' : 'money',
    entry: grams ?? entryOf('USDT', fields.money) ?? start.entry,
    instalment: entryOf('USDT', fields.instalment) ?? start.instalment,
    every: oneOf(['day', 'week', 'month'] as const, fields.every) ?? start.every,
    years: years >= 1 && years <= longestYears ? years : start.years,
    growth: growthOf(fields.growth) === undefined ? '' : fields.growth,
    counts: countsOf(fields.bars) ?? start.counts,
    way: oneOf(['deliver', 'collect'] as const, fields.way) ?? start.way,
  }
}

const exactIn = (entry: Entry, asset: string): string => readEntry(entry, asset).amount ?? ''

/** The other way round, with only what is not as at the beginning. */
export const fieldsOf = (inputs: Inputs): Fields => {
  const amount = exactIn(inputs.entry, assetOf(inputs.typed, inputs.product))
  const all: Fields = {
    product: inputs.product,
    side: inputs.side,
    grams: inputs.typed === 'grams' ? amount : '',
    money: inputs.typed === 'money' ? amount : '',
    instalment: exactIn(inputs.instalment, 'USDT'),
    every: inputs.every,
    years: String(inputs.years),
    growth: growthOf(inputs.growth) === undefined ? '' : inputs.growth.trim(),
    bars: barsTextOf(inputs.counts),
    way: inputs.way,
  }
  const usual: Fields = {
    ...noFields,
    ...{ product: start.product, side: start.side, money: '1000', instalment: '100', every: start.every },
    ...{ years: String(start.years), bars: barsTextOf(start.counts), way: start.way },
  }
  const told = Object.entries(all).map(([name, value]) => [name, value === usual[name as keyof Fields] ? '' : value])
  return Object.fromEntries(told) as Fields
}

/** What the field shows that was not typed into. */
export const followed = (asset: string, amount: string | undefined): Entry =>
  amount === undefined ? emptyEntry : filledIn(asset, amount)
