import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, createClient, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Artifact, readArtifacts } from './compile.ts'
import { type Addresses, deploy } from './deploy.ts'
import { usualLimits } from './outside-policy.ts'

const roles = ['deployer', 'admin', 'attestor', 'issuer', 'pauser', 'settler', 'anchorer'] as const
type Role = (typeof roles)[number]

/** Below it an account gets coins, so that it never runs out of gas. */
const enoughGas = 10n ** 18n
const fundingLimit = 60_000

export type Sandbox = {
  rpcUrl: string
  /** Who feeds the sandbox's aggregator. */
  feeder: Address
  /** Keys and addresses are kept here. */
  folder: string
  /** Gives coins for gas, and says by which transaction. */
  fund: (address: Address) => Promise<Hex>
}

export type Prepared = {
  addresses: Addresses
  addressesFile: string
  keys: Record<Role, Hex>
  /** What an explorer decodes events with. */
  contracts: { name: keyof Addresses; address: Address; abi: Artifact['abi'] }[]
}

/** Brings our contracts onto a sandbox's chain, with keys made up once, and leaves alone what stands already. */
export async function prepareSandbox({ rpcUrl, feeder, folder, fund }: Sandbox): Promise<Prepared> {
  const keys = readKeys(folder)
  const accountOf = (role: Role) => privateKeyToAccount(keys[role])
  const node = createClient({ transport: http(rpcUrl), pollingInterval: 100 }).extend(publicActions)
  for (const role of roles) {
    const { address } = accountOf(role)
    if ((await node.getBalance({ address })) >= enoughGas) continue
    await node.waitForTransactionReceipt({ hash: await fund(address), timeout: fundingLimit })
  }
  const addressesFile = join(folder, 'addresses.json')
  const addresses = await deploy({
    transport: http(rpcUrl),
    deployer: accountOf('deployer'),
    keys: {
      admin: accountOf('admin').address,
      attestor: accountOf('attestor').address,
      issuer: accountOf('issuer').address,
      pauser: accountOf('pauser').address,
      settler: accountOf('settler').address,
      anchorer: accountOf('anchorer').address,
    },
    outside: { sandbox: true, feeder },
    limits: usualLimits,
    file: addressesFile,
  })
  return { addresses, addressesFile, keys, contracts: contractsOf(addresses) }
}

/** Keys that are worth nothing: they open the sandbox's chain alone. */
function readKeys(folder: string): Record<Role, Hex> {
  const file = join(folder, 'keys.json')
  const known: Partial<Record<Role, Hex>> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const keys = Object.fromEntries(roles.map((role) => [role, known[role] ?? generatePrivateKey()]))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  return keys as Record<Role, Hex>
}

function contractsOf(addresses: Addresses): Prepared['contracts'] {
  const artifacts = readArtifacts()
  const abis: Record<keyof Addresses, Artifact['abi']> = {
    reserve: artifacts.Reserve.abi,
    settlement: artifacts.Settlement.abi,
    qmgt: artifacts.QMGT.abi,
    usdau: artifacts.USDAU.abi,
    gca: artifacts.GCA.abi,
    gae: artifacts.GAE.abi,
    usdt: artifacts.TestUsdt.abi,
    aggregator: artifacts.TestAggregator.abi,
    treasury: artifacts.Wallet.abi,
    walletImplementation: artifacts.Wallet.abi,
    anchor: artifacts.Anchor.abi,
  }
  const names = Object.keys(abis) as (keyof Addresses)[]
  return names.flatMap((name) => {
    const address = addresses[name]
    return address ? [{ name, address, abi: abis[name] }] : []
  })
}
