import { deals } from './deals/feature.ts'
import type { Feature } from './feature.ts'
import { affiliates } from './features/affiliates/feature.ts'
import { chain } from './features/chain/feature.ts'
import { content } from './features/content/feature.ts'
import { identity } from './features/identity/feature.ts'
import { kyc } from './features/kyc/feature.ts'
import { ledger } from './features/ledger/feature.ts'
import { system } from './features/system/feature.ts'
import { trade } from './features/trade/feature.ts'
import { wallet } from './features/wallet/feature.ts'

/** The one list of features. Routes, jobs, health, tables and customers' data are all read from it, in this order. */
export const features: readonly Feature[] = [
  system,
  content,
  identity,
  kyc,
  affiliates,
  ledger,
  chain,
  deals,
  trade,
  wallet,
]

export const sentJobs = features.flatMap(({ sends }) => sends ?? [])
