import type { Db } from '@ingot/db/connect'
import type { Asset } from '@ingot/money/assets'
import { type HeaderKey, headerKeyOf } from '@ingot/proof/header'
import type { AssetOfTree } from '@ingot/proof/shapes'
import { siteOf } from '../../config.ts'
import { type ApiDeps, once } from '../../feature.ts'
import { identityOf } from '../identity/identity.ts'
import type { Limits } from '../identity/limits.ts'
import type { WalletFactory } from '../kyc/wallet-address.ts'

/** A tree for each asset that customers own, in this order. GAE Extra is the same asset as GAE. */
export const assetsWithTrees = ['QMGT', 'USDAU', 'GAE', 'GCA', 'GDS', 'USDT'] as const satisfies AssetOfTree[]

export type AssetWithTree = (typeof assetsWithTrees)[number]

export const isWithTree = (asset: Asset): asset is AssetWithTree =>
  (assetsWithTrees as readonly Asset[]).includes(asset)

/** What taking a snapshot works with. */
export type Taking = { db: Db; now: () => Date; wallets: WalletFactory; key: HeaderKey }

/** What the calls work with. */
export type Proofs = { db: Db; now: () => Date; limits: Limits; house: { brand: string; site: string } }

export const proofsOf = once((deps: ApiDeps): Proofs => {
  const { db, now, config } = deps
  return { db, now, limits: identityOf(deps).limits, house: { brand: config.BRAND_NAME, site: siteOf(config) } }
})

/** Undefined where there is no chain, since then nobody has an address, or no secret to sign with. */
export const takingOf = ({ db, now, config }: Pick<ApiDeps, 'db' | 'now' | 'config'>): Taking | undefined => {
  const {
    CHAIN_SETTLEMENT: settlement,
    CHAIN_WALLET_IMPLEMENTATION: implementation,
    LEDGER_SEAL_SECRET: secret,
  } = config
  if (!settlement || !implementation || !secret) return undefined
  return { db, now, wallets: { settlement, implementation }, key: headerKeyOf(secret) }
}
