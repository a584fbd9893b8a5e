import { existsSync, readFileSync } from 'node:fs'
import { ProblemForPeople } from '@ingot/db/problem'
import type { OnChainAsset } from '@ingot/money/assets'
import type { Address } from 'viem'
import type { Addresses, Deployment } from './deploying/deploy.ts'

/** The contracts that a deployment has left, as the addresses file tells. */
export type Deployed = { chainId: number; addresses: Addresses }

const wanted: (keyof Addresses)[] = [
  'reserve',
  'settlement',
  'qmgt',
  'usdau',
  'gca',
  'gae',
  'usdt',
  'aggregator',
  'treasury',
  'walletImplementation',
]

export function readDeployed(file: string): Deployed {
  if (!existsSync(file)) throw new ProblemForPeople(`There is no addresses file ${file}: deploy the contracts first.`)
  const { chainId, addresses }: Deployment = JSON.parse(readFileSync(file, 'utf8'))
  const missing = wanted.filter((name) => !addresses[name])
  if (missing.length > 0)
    throw new ProblemForPeople(`The deployment in ${file} is not complete: ${missing.join(', ')} are missing.`)
  return { chainId, addresses: addresses as Addresses }
}

const nameOf = { USDT: 'usdt', QMGT: 'qmgt', USDAU: 'usdau', GCA: 'gca', GAE: 'gae' } as const satisfies Record<
  OnChainAsset,
  keyof Addresses
>

export const onChainAssets = Object.keys(nameOf) as OnChainAsset[]

/** Those that the vault stands behind. */
export const backedTokens = ['QMGT', 'GCA', 'GAE', 'USDAU'] as const satisfies OnChainAsset[]

export type BackedToken = (typeof backedTokens)[number]

/** The contract of a token. */
export function tokenOf(addresses: Addresses, asset: OnChainAsset): Address {
  return addresses[nameOf[asset]]
}
