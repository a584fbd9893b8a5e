import { expect, expectTypeOf, test } from 'vitest'
import {
  type Asset,
  allAssets,
  assetTable,
  type DollarAsset,
  type GramAsset,
  isAsset,
  isDollarAsset,
  isGramAsset,
  isOnChainAsset,
  type OnChainAsset,
} from './assets.ts'

test('the assets, what they count and where they live', () => {
  expect(assetTable).toEqual({
    USDT: { title: 'Dollar token', decimals: 18, unit: 'dollar', onChain: true },
    QMGT: { title: 'Gold token', decimals: 18, unit: 'gram', onChain: true },
    GCA: { title: 'Gold Convert', decimals: 18, unit: 'gram', onChain: true },
    GAE: { title: 'Gold accumulation', decimals: 18, unit: 'gram', onChain: true },
    USDAU: { title: 'Gold-backed dollar', decimals: 18, unit: 'dollar', onChain: true },
    GDS: { title: 'Group gold', decimals: 18, unit: 'gram', onChain: false },
    XAU: { title: 'Vault gold', decimals: 18, unit: 'gram', onChain: false },
    USD: { title: 'US dollar', decimals: 2, unit: 'dollar', onChain: false },
  })
  expect(allAssets).toEqual(['USDT', 'QMGT', 'GCA', 'GAE', 'USDAU', 'GDS', 'XAU', 'USD'])
})

test('types and questions agree on which asset is what', () => {
  expectTypeOf<OnChainAsset>().toEqualTypeOf<'USDT' | 'QMGT' | 'GCA' | 'GAE' | 'USDAU'>()
  expectTypeOf<GramAsset>().toEqualTypeOf<'QMGT' | 'GCA' | 'GAE' | 'GDS' | 'XAU'>()
  expectTypeOf<DollarAsset>().toEqualTypeOf<'USDT' | 'USDAU' | 'USD'>()
  expectTypeOf<GramAsset | DollarAsset>().toEqualTypeOf<Asset>()
  expect(allAssets.filter(isOnChainAsset)).toEqual(['USDT', 'QMGT', 'GCA', 'GAE', 'USDAU'])
  expect(allAssets.filter(isGramAsset)).toEqual(['QMGT', 'GCA', 'GAE', 'GDS', 'XAU'])
  expect(allAssets.filter(isDollarAsset)).toEqual(['USDT', 'USDAU', 'USD'])
})

test('only the table names assets', () => {
  expect(allAssets.every(isAsset)).toBe(true)
  for (const text of ['', 'qmgt', 'QMGT ', 'EUR', 'toString', 'constructor', '__proto__'])
    expect(isAsset(text)).toBe(false)
})
