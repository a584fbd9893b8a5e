import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProblemForPeople } from '@ingot/db/problem'
import {
  type Account,
  type Address,
  createClient,
  encodeDeployData,
  getContractAddress,
  type Hex,
  isAddressEqual,
  keccak256,
  publicActions,
  type Transport,
  walletActions,
} from 'viem'
import { type Artifacts, type ContractName, readArtifacts } from './compile.ts'
import type { OutsideLimits } from './outside-policy.ts'
import { type Keys, type OurContracts, verifyDeployment } from './verify-deployment.ts'

/** Third parties' contracts: where they are, or that the sandbox needs stand-ins of ours. */
export type Outside = { usdt: Address; aggregator: Address } | { sandbox: true; feeder: Address }

export type Addresses = OurContracts & {
  walletImplementation: Address
  treasury: Address
  usdt: Address
  aggregator: Address
  /** Deployments from before there was one have none: then nothing is anchored. */
  anchor?: Address
}

/** What the addresses file holds. */
export type Deployment = {
  chainId: number
  /** Only what was seen on the chain. */
  addresses: Partial<Addresses>
  /** What each contract of ours was made from; a contract cannot be changed once it is deployed. */
  madeFrom: Record<string, Hex>
  /** Written before it is sent, so that a run that was killed does not deploy twice. */
  underWay?: { name: keyof Addresses; address: Address; madeFrom: Hex }
}

export type DeployOptions = {
  transport: Transport
  /** Pays for the deployment and gets no role. */
  deployer: Account
  keys: Keys
  outside: Outside
  /** What may leave to outside addresses in 24 hours. */
  limits: OutsideLimits
  /** The addresses file. Whoever deploys again with it finds what stands already. */
  file: string
  artifacts?: Artifacts
  pollingInterval?: number
}

const receiptLimit = 60_000

type DeployingClient = ReturnType<typeof connect>

function connect({ transport, deployer, pollingInterval = 250 }: DeployOptions) {
  return createClient({ transport, account: deployer, pollingInterval, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
}

function readDeployment(file: string, chainId: number): Deployment {
  if (!existsSync(file)) return { chainId, addresses: {}, madeFrom: {} }
  const deployment: Deployment = JSON.parse(readFileSync(file, 'utf8'))
  if (deployment.chainId === chainId) return deployment
  throw new Error(`${file} is of chain ${deployment.chainId}, but this is chain ${chainId}. Name another file.`)
}

/** Renamed into place after it reached the disk: half a file, or an older one, would deploy twice. */
function writeDeployment(file: string, deployment: Deployment): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.draft`
  writeFileSync(draft, `${JSON.stringify(deployment, null, 2)}\n`)
  const descriptor = openSync(draft, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(draft, file)
}

async function stands(client: DeployingClient, address: Address | undefined): Promise<boolean> {
  return address !== undefined && (await client.getCode({ address })) !== undefined
}

/** Waits until nothing sent before is still on its way, so that looking tells the truth. */
async function waitForQuiet(client: DeployingClient): Promise<number> {
  const address = client.account.address
  for (let waited = 0; ; waited += client.pollingInterval) {
    const sent = await client.getTransactionCount({ address, blockTag: 'pending' })
    if (sent === (await client.getTransactionCount({ address, blockTag: 'latest' }))) return sent
    if (waited > receiptLimit) throw new Error(`A transaction of ${address} has been waiting to be mined for too long.`)
    await sleep(client.pollingInterval)
  }
}

/** Finds out what became of the contract that an earlier run was deploying when it ended. */
async function takeUp(client: DeployingClient, deployment: Deployment): Promise<void> {
  const { underWay } = deployment
  if (!underWay) return
  await waitForQuiet(client)
  if (await stands(client, underWay.address)) record(deployment, underWay)
}

function record(deployment: Deployment, { name, address, madeFrom }: NonNullable<Deployment['underWay']>): void {
  deployment.addresses[name] = address
  deployment.madeFrom[name] = madeFrom
  delete deployment.underWay
}

type Step = {
  name: keyof Addresses
  contract: ContractName
  /** A contract that has to know of later ones finds them by the deployer's next addresses. */
  args: readonly unknown[] | ((next: (steps: number) => Address) => readonly unknown[])
}

/** Deploys contracts one after the other, skipping those that stand. */
function makeDeployer(
  client: DeployingClient,
  { file, outside }: DeployOptions,
  artifacts: Artifacts,
  deployment: Deployment,
) {
  return async ({ name, contract, args }: Step): Promise<Address> => {
    const artifact = artifacts[contract]
    const madeFrom = keccak256(artifact.bytecode)
    const known = deployment.addresses[name]
    if (known !== undefined && (await stands(client, known))) {
      if (deployment.madeFrom[name] === madeFrom) return known
      throw new ProblemForPeople(
        'sandbox' in outside
          ? `${contract} at ${known} was made from other sources, by an earlier version: this sandbox ends with it, so move its data folder away (or name another in INGOT_DATA) and start again.`
          : `${contract} at ${known} was made from other sources. Name another file to deploy all anew.`,
      )
    }
    // Only a sandbox begins anew. Elsewhere the node lags or is the wrong one, and a second set of contracts would do harm.
    if (known !== undefined && !('sandbox' in outside)) {
      throw new Error(`${contract} should stand at ${known}, but there is nothing. Is the node up to date?`)
    }
    const nonce = await waitForQuiet(client)
    const next = (steps: number) => getContractAddress({ from: client.account.address, nonce: BigInt(nonce + steps) })
    const address = next(0)
    const underWay = { name, address, madeFrom }
    deployment.underWay = underWay
    writeDeployment(file, deployment)
    const data = encodeDeployData({ ...artifact, args: typeof args === 'function' ? args(next) : args })
    const hash = await client.sendTransaction({ data, nonce, chain: null })
    const receipt = await client.waitForTransactionReceipt({ hash, timeout: receiptLimit })
    if (receipt.status !== 'success') throw new Error(`The deployment of ${contract} reverted (${hash}).`)
    record(deployment, underWay)
    writeDeployment(file, deployment)
    return address
  }
}

/** Separate keys are the point of having roles: who finds one must not have found two. */
function assertSeparate(keys: Keys): void {
  const roles = Object.entries(keys).filter(([, key]) => key !== undefined)
  for (const [role, key] of roles) {
    const twin = roles.find(([other, otherKey]) => other !== role && isAddressEqual(key, otherKey))
    if (twin) throw new Error(`The ${role} and the ${twin[0]} have the same key ${key}. Each role needs its own.`)
  }
}

/**
 * Brings the contracts onto the chain, and may be run as often as one likes: what stands is left alone, what is missing
 * is deployed, and in the end it is checked that every part is tied to the right others and every role is on its key
 * and on no other. Roles are given by the constructors, so the deployer never has any.
 */
export async function deploy(options: DeployOptions): Promise<Addresses> {
  const { keys, outside, limits, file } = options
  assertSeparate(keys)
  const artifacts = options.artifacts ?? readArtifacts()
  const client = connect(options)
  const deployment = readDeployment(file, await client.getChainId())
  await takeUp(client, deployment)
  const deployed = makeDeployer(client, options, artifacts, deployment)

  const reserve = await deployed({ name: 'reserve', contract: 'Reserve', args: [keys.admin, keys.attestor] })
  const others =
    'sandbox' in outside
      ? {
          usdt: await deployed({ name: 'usdt', contract: 'TestUsdt', args: [] }),
          aggregator: await deployed({ name: 'aggregator', contract: 'TestAggregator', args: [outside.feeder] }),
        }
      : { usdt: outside.usdt, aggregator: outside.aggregator }
  for (const [name, address] of Object.entries(others)) {
    if (!(await stands(client, address))) throw new Error(`There is no contract at ${address}, the address of ${name}.`)
  }

  // Limits need no waiting in the constructor, and tokens can only come after it. QMGT and USDAU are the next two.
  const settlementArgs = (next: (steps: number) => Address) => [
    keys.admin,
    keys.settler,
    keys.pauser,
    [
      { token: others.usdt, limit: limits.usdt },
      { token: next(1), limit: limits.qmgt },
      { token: next(2), limit: limits.usdau },
    ],
  ]
  const settlement = await deployed({ name: 'settlement', contract: 'Settlement', args: settlementArgs })
  const tokenArgs = [reserve, settlement, { admin: keys.admin, issuer: keys.issuer, pauser: keys.pauser }]
  const qmgt = await deployed({ name: 'qmgt', contract: 'QMGT', args: tokenArgs })
  const usdau = await deployed({ name: 'usdau', contract: 'USDAU', args: tokenArgs })
  const gca = await deployed({ name: 'gca', contract: 'GCA', args: tokenArgs })
  const gae = await deployed({ name: 'gae', contract: 'GAE', args: tokenArgs })
  const ours = { reserve, settlement, qmgt, usdau, gca, gae }
  const anchor = keys.anchorer
    ? await deployed({ name: 'anchor', contract: 'Anchor', args: [keys.admin, keys.anchorer] })
    : deployment.addresses.anchor

  // Whoever plays with a sandbox may have changed its limits by now.
  const checked = 'sandbox' in outside ? undefined : limits
  const wallets = await verifyDeployment(
    client,
    artifacts,
    { ...ours, ...(anchor && { anchor }), usdt: others.usdt },
    keys,
    checked,
  )
  const addresses = { ...ours, ...wallets, ...others, ...(anchor && { anchor }) }
  writeDeployment(file, { ...deployment, addresses })
  return addresses
}
