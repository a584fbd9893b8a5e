import type { Amount } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { type ChainAddresses, readChainAddresses } from '../../chain-addresses.ts'
import type { Config } from '../../config.ts'
import { type ApiDeps, once } from '../../feature.ts'
import { type Identity, identityOf } from '../identity/identity.ts'
import { tradingOf } from '../trade/trading.ts'
import { createValuation } from '../trade/valuation.ts'

/** Why nothing can be sent to an address of ours that is no customer's: a token's contract, or another one. */
type OwnContract = 'token' | 'house'

/** What an amount is worth in US dollars, as decimal text; null while no price is known. */
export type ValueInUsd = (amount: Amount<Asset>) => Promise<string | null>

/** What the services of the wallet work with. */
export type Wallet = {
  identity: Identity
  /** The addresses of our contracts, in small letters; unset while there is no chain, when nothing can go outside. */
  contracts: ReadonlyMap<string, OwnContract> | undefined
  valueInUsd: ValueInUsd
}

const tokens = new Set<string>(['qmgt', 'usdau', 'gca', 'gae', 'usdt'] satisfies (keyof ChainAddresses)[])

const contractsIn = (addresses: ChainAddresses): Map<string, OwnContract> =>
  new Map(
    Object.entries(addresses).map(([name, address]) => [address.toLowerCase(), tokens.has(name) ? 'token' : 'house']),
  )

const unknownValue: ValueInUsd = async () => null

export const createWallet = (config: Config, identity: Identity, valueInUsd: ValueInUsd = unknownValue): Wallet => {
  const addresses = readChainAddresses(config.CHAIN_ADDRESSES)
  return { identity, contracts: addresses && contractsIn(addresses), valueInUsd }
}

/** The one of a process. */
export const walletOf = once((deps: ApiDeps) =>
  createWallet(deps.config, identityOf(deps), createValuation(tradingOf(deps))),
)

export const ownerOf = (customer: string) => `customer:${customer}` as const
