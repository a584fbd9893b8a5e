import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { type Address, getContractAddress, type Hex, toHex, zeroHash } from 'viem'
import type { Addresses } from './deploying/deploy.ts'

type Factory = Pick<Addresses, 'settlement' | 'walletImplementation'>

/** The treasury's salt. Customers have random ones, so that nobody else can tell our wallets. */
export const treasurySalt: Hex = zeroHash

/** Where the wallet with a salt is, or will be. */
export function walletAddress({ settlement, walletImplementation }: Factory, salt: Hex): Address {
  const target = walletImplementation.slice(2).toLowerCase()
  // What creates a minimal proxy (ERC-1167) of the implementation.
  const bytecode: Hex = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3`
  return getContractAddress({ opcode: 'CREATE2', from: settlement, salt, bytecode })
}

const ownerPrefix = 'customer:'
const customerPattern = /^customer:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The salts of the wallets of the ledger's owners, the house being the treasury. Whoever is no customer of ours has none. */
export async function walletSalts(db: Db | Tx, owners: Iterable<string>): Promise<Map<string, Hex>> {
  const wanted = [...new Set(owners)]
  const ids = wanted.filter((owner) => customerPattern.test(owner)).map((owner) => owner.slice(ownerPrefix.length))
  const { rows } = await sql<{ id: string; wallet_salt: Buffer }>`
    select id, wallet_salt from customers where id = any(${ids}::uuid[])`.execute(db)
  const salts = new Map(rows.map(({ id, wallet_salt }) => [`${ownerPrefix}${id}`, toHex(wallet_salt)]))
  if (wanted.includes('house')) salts.set('house', treasurySalt)
  return salts
}

/** A customer's wallet. */
export type CustomerWallet = { owner: `customer:${string}`; address: Address }

const page = 1_000

/** Every customer's wallet, a page at a time. */
export async function* customerWallets(db: Db | Tx, factory: Factory): AsyncGenerator<CustomerWallet[]> {
  for (let after = 0n; ; ) {
    const { rows } = await sql<{ id: string; number: string; wallet_salt: Buffer }>`
      select id, number, wallet_salt from customers where number > ${String(after)}
      order by number limit ${page}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ id, wallet_salt }) => ({
      owner: `${ownerPrefix}${id}` as const,
      address: walletAddress(factory, toHex(wallet_salt)),
    }))
    after = BigInt(last.number)
  }
}
