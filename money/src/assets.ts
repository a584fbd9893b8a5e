type AssetFacts = {
  readonly title: string
  readonly decimals: number
  /** What one whole unit stands for. */
  readonly unit: 'gram' | 'dollar'
  /** Whether it is also a token on the chain, or lives in the ledger alone. */
  readonly onChain: boolean
}

/** Every asset there is. A gram is a gram of fine gold. */
export const assetTable = {
  USDT: { title: 'Dollar token', decimals: 18, unit: 'dollar', onChain: true },
  QMGT: { title: 'Gold token', decimals: 18, unit: 'gram', onChain: true },
  GCA: { title: 'Gold Convert', decimals: 18, unit: 'gram', onChain: true },
  GAE: { title: 'Gold accumulation', decimals: 18, unit: 'gram', onChain: true },
  USDAU: { title: 'Gold-backed dollar', decimals: 18, unit: 'dollar', onChain: true },
  GDS: { title: 'Group gold', decimals: 18, unit: 'gram', onChain: false },
  XAU: { title: 'Vault gold', decimals: 18, unit: 'gram', onChain: false },
  USD: { title: 'US dollar', decimals: 2, unit: 'dollar', onChain: false },
} as const satisfies Record<string, AssetFacts>

export type Asset = keyof typeof assetTable

type AssetWith<Facts extends Partial<AssetFacts>> = {
  [A in Asset]: (typeof assetTable)[A] extends Facts ? A : never
}[Asset]

export type OnChainAsset = AssetWith<{ onChain: true }>
export type GramAsset = AssetWith<{ unit: 'gram' }>
export type DollarAsset = AssetWith<{ unit: 'dollar' }>

export const allAssets = Object.keys(assetTable) as readonly Asset[]

/** For text from outside; names that every object inherits are no assets. */
export const isAsset = (text: string): text is Asset => Object.hasOwn(assetTable, text)

/** How many decimals people are shown of what stands for a gram or a dollar: the rest is told where somebody asks. */
export const shownDecimals = { gram: 6, dollar: 2 } as const

export const isOnChainAsset = (asset: Asset): asset is OnChainAsset => assetTable[asset].onChain

export const isGramAsset = (asset: Asset): asset is GramAsset => assetTable[asset].unit === 'gram'

export const isDollarAsset = (asset: Asset): asset is DollarAsset => assetTable[asset].unit === 'dollar'
