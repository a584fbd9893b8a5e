import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db, type Tx } from '@ingot/db/connect'
import { asOwner, createTestDatabase, runAsOwner } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { move, post } from '@ingot/ledger/post'
import { issueMoves, takeInBar } from '@ingot/ledger/vault'
import { type Amount, amountOf } from '@ingot/money/amount'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import {
  type Account,
  type Address,
  createClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseUnits,
  publicActions,
} from 'viem'
import { hardhat } from 'viem/chains'
import { openAddressBook } from '../../src/address-book.ts'
import { type Deployed, tokenOf } from '../../src/deployed.ts'
import { type ContractName, readArtifacts } from '../../src/deploying/compile.ts'
import { deploy } from '../../src/deploying/deploy.ts'
import { usualLimits } from '../../src/deploying/outside-policy.ts'
import type { Node } from '../../src/node.ts'
import { walletAddress } from '../../src/wallets.ts'
import { accounts, keys, startChain, type TestChain } from './chain.ts'

export const unit = parseUnits('1', 18)

type Call = { method: string; params?: unknown }

/** Blocks behind the newest one that may still change, as on BNB Smart Chain. */
const untilFinal = 2

/** What a test makes of a call on its way to the node: another one, an answer, or a failure. */
export type Meddle = (call: Call, pass: (call: Call) => Promise<unknown>) => Promise<unknown>

/** The engine calls every block final; here a block is so when two stand on it. */
async function withFinality(provider: TestChain['provider'], { method, params = [] }: Call): Promise<unknown> {
  const [tag, ...rest] = params as [unknown, ...unknown[]]
  if (method !== 'eth_getBlockByNumber' || tag !== 'finalized') return provider.request({ method, params } as never)
  const latest = Number(await provider.request({ method: 'eth_blockNumber' }))
  const number = `0x${Math.max(latest - untilFinal, 0).toString(16)}`
  return provider.request({ method, params: [number, ...rest] })
}

/** A chain with our contracts, a ledger that agrees with it, and time that stands still until a test mines. */
export async function openWorld() {
  const chain = await startChain()
  const file = join(mkdtempSync(join(tmpdir(), 'settle-')), 'addresses.json')
  const outside = { sandbox: true, feeder: accounts.deployer.address } as const
  const { transport, provider } = chain
  const { deployer } = accounts
  const addresses = await deploy({ transport, deployer, keys, outside, limits: usualLimits, file, pollingInterval: 20 })
  const deployed: Deployed = { chainId: hardhat.id, addresses }
  const databaseUrl = await createTestDatabase()
  const db = connect(databaseUrl, { part: 'test' })
  await provider.request({ method: 'evm_setAutomine', params: [false] })

  let meddle: Meddle = (call, pass) => pass(call)
  const request = (call: Call) => meddle(call, (passed) => withFinality(provider, passed))
  const node = createClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 }).extend(publicActions)

  const mine = async (blocks = 1) => {
    for (let block = 0; block < blocks; block++) await provider.request({ method: 'evm_mine' })
  }
  const artifacts = readArtifacts()
  const transact = async (
    from: Account,
    contract: ContractName,
    to: Address,
    functionName: string,
    args: unknown[],
  ) => {
    const data = encodeFunctionData({ abi: artifacts[contract].abi, functionName, args })
    const hash = await chain.client.sendTransaction({ account: from, to, data, gas: 10_000_000n, chain: hardhat })
    await mine()
    const receipt = await chain.client.getTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`${functionName} was reverted`)
  }

  return {
    db,
    databaseUrl,
    /** What only the owner of the database may do. */
    asOwner: (text: string) => runAsOwner(asOwner(databaseUrl), text),
    node: node as Node,
    readBook: openAddressBook(db, addresses),
    chain,
    deployed,
    mine,
    transact,
    /** Stands between worker and node from now on. */
    meddleWith: (next: Meddle) => {
      meddle = next
    },
    walletOf: (salt: Hex) => walletAddress(addresses, salt),
    onChain: (asset: OnChainAsset, address: Address) =>
      chain.client.readContract({
        address: tokenOf(addresses, asset),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      }),
    close: async () => {
      await db.destroy()
      await chain.close()
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** A customer and the salt of the wallet. */
export type Person = { id: string; salt: Hex }

export async function addCustomer(db: Db | Tx, name: string): Promise<Person> {
  const digest = Buffer.from(name).toString('hex')
  const { rows } = await sql<Person>`
    insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at)
    values (${`${name}@people.example`}, ${name}, '', now(), ${digest.toUpperCase().slice(-8).padStart(8, '0')},
      ${digest.padStart(64, '0').slice(-64)}, now())
    returning id, '0x' || encode(wallet_salt, 'hex') as salt`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no customer')
  return row
}

/** USDT that came to a customer, on the chain and in the ledger. */
export async function giveUsdt(world: World, customer: Person, units: bigint): Promise<void> {
  const { addresses } = world.deployed
  await world.transact(accounts.deployer, 'TestUsdt', addresses.usdt, 'mint', [world.walletOf(customer.salt), units])
  const to = customerAccount(customer.id, 'USDT', 'available')
  const moves = [move(amountOf('USDT', units), { from: houseAccount('USDT', 'outside'), to })]
  await post(world.db, { reference: `given:${customer.id}:${units}`, kind: 'deposit', causedBy: 'test', moves })
}

/** Grams in the vault and as QMGT in the treasury, on the chain and in the ledger. */
export async function fillTreasury({ db, transact, deployed }: World, grams: bigint): Promise<void> {
  const { reserve, qmgt } = deployed.addresses
  const units = grams * unit
  await inTransaction(db, async (tx) => {
    await takeInBar(tx, { refiner: 'Refiner', serial: 'B1', fineness: '1000', grossGrams: String(grams) }, 'test')
    const moves = issueMoves(amountOf('QMGT', units), houseAccount('QMGT', 'treasury'))
    await post(tx, { reference: 'tranche:1', kind: 'tranche', causedBy: 'test', moves })
  })
  const share = { token: qmgt, grams: units, units }
  await transact(accounts.attestor, 'Reserve', reserve, 'attest', [units, [share], `0x${'11'.repeat(32)}` as Hex])
  await transact(accounts.issuer, 'QMGT', qmgt, 'issue', [units])
}

export const inLedger = (db: Db, customer: { id: string }, asset: OnChainAsset): Promise<Amount<OnChainAsset>> =>
  balanceOf(db, customerAccount(customer.id, asset, 'available'))
