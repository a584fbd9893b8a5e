import { type Asset, assetTable, isAsset } from './assets.ts'
import { type Decimal, valueLimit } from './decimal.ts'
import { MoneyError } from './money-error.ts'

declare const checked: unique symbol

/**
 * So many base units of one asset: what a move carries, hence never negative. Only `amountOf` makes one. JSON refuses
 * it, as it does every bigint; on the wire goes `formatAmount`.
 */
export type Amount<A extends Asset> = { readonly asset: A; readonly units: bigint; readonly [checked]: true }

/** Checks at run time what types promise, since rows and messages are cast: `'5' + 5n` would be the text `55`. */
export const amountOf = <A extends Asset>(asset: A, units: bigint): Amount<A> => {
  if (!isAsset(asset)) throw new MoneyError('UnknownAsset', String(asset))
  if (typeof units !== 'bigint') throw new MoneyError('NotBaseUnits', `${asset} as ${typeof units}`)
  if (units < 0n) throw new MoneyError('Negative', `${units} base units of ${asset}`)
  if (units >= valueLimit) throw new MoneyError('TooLarge', `${units} base units of ${asset}`)
  return Object.freeze({ asset, units }) as Amount<A>
}

export const zero = <A extends Asset>(asset: A): Amount<A> => amountOf(asset, 0n)

export const decimalOf = (amount: Amount<Asset>): Decimal => ({
  value: amount.units,
  scale: assetTable[amount.asset].decimals,
})

const assertSameAsset = (a: Amount<Asset>, b: Amount<Asset>): void => {
  if (a.asset !== b.asset) throw new MoneyError('AssetsDiffer', `${a.asset} and ${b.asset}`)
}

// `NoInfer` on the second amount: else the compiler would take two assets for a union of both and let them pass.

export const add = <A extends Asset>(a: Amount<A>, b: Amount<NoInfer<A>>): Amount<A> => {
  assertSameAsset(a, b)
  return amountOf(a.asset, a.units + b.units)
}

/** Throws `Negative` when there is less than is taken; `compare` first where that may happen. */
export const subtract = <A extends Asset>(a: Amount<A>, b: Amount<NoInfer<A>>): Amount<A> => {
  assertSameAsset(a, b)
  return amountOf(a.asset, a.units - b.units)
}

/** In the order that `sort` understands: below zero when the first is less. */
export const compare = <A extends Asset>(a: Amount<A>, b: Amount<NoInfer<A>>): -1 | 0 | 1 => {
  assertSameAsset(a, b)
  if (a.units === b.units) return 0
  return a.units < b.units ? -1 : 1
}

export const isEqual = <A extends Asset>(a: Amount<A>, b: Amount<NoInfer<A>>): boolean => compare(a, b) === 0

export const isZero = (amount: Amount<Asset>): boolean => amount.units === 0n

export const min = <A extends Asset>(a: Amount<A>, b: Amount<NoInfer<A>>): Amount<A> => (compare(a, b) === 1 ? b : a)

export const max = <A extends Asset>(a: Amount<A>, b: Amount<NoInfer<A>>): Amount<A> => (compare(a, b) === -1 ? b : a)

/** The asset is named, because nothing is also a sum. */
export const sum = <A extends Asset>(asset: A, amounts: readonly Amount<NoInfer<A>>[]): Amount<A> =>
  amounts.reduce<Amount<A>>((total, amount) => add(total, amount), zero(asset))
