import { readFileSync } from 'node:fs'

const names = [
  'settlement',
  'walletImplementation',
  'treasury',
  'reserve',
  'qmgt',
  'usdau',
  'gca',
  'gae',
  'usdt',
  'aggregator',
] as const

/** Where our contracts and those we rely on are. No key is among them. */
export type ChainAddresses = Record<(typeof names)[number], `0x${string}`>

/** The addresses that the deployment wrote down; undefined while there is no chain. */
export const readChainAddresses = (file: string | undefined): ChainAddresses | undefined => {
  if (!file) return undefined
  const { addresses } = JSON.parse(readFileSync(file, 'utf8')) as { addresses: Partial<ChainAddresses> }
  const missing = names.filter((name) => !addresses[name])
  if (missing.length > 0) throw new Error(`CHAIN_ADDRESSES: ${missing.join(', ')} are missing in ${file}`)
  return addresses as ChainAddresses
}

/** Where snapshots are published; null while there is no chain, and for deployments from before there was such a contract. */
export const readAnchorAddress = (file: string | undefined): { chainId: number; address: string } | null => {
  if (!file) return null
  const { chainId, addresses } = JSON.parse(readFileSync(file, 'utf8'))
  return chainId && addresses?.anchor ? { chainId, address: addresses.anchor } : null
}
