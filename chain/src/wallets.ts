import type { Db, Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { type Address, getContractAddress, type Hex, toHex } from 'viem'
import type { Addresses } from './deploy.ts'

type Factory = Pick<Addresses, 'settlement' | 'walletImplementation'>

/** The treasury's number. Customers count from 1. */
export const treasuryNumber = 0n

/** Where the wallet with a number is, or will be: it follows from the number alone. */
export function walletAddress({ settlement, walletImplementation }: Factory, number: bigint): Address {
  const target = walletImplementation.slice(2).toLowerCase()
  // What creates a minimal proxy (ERC-1167) of the implementation.
  const bytecode: Hex = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3`
  return getContractAddress({ opcode: 'CREATE2', from: settlement, salt: toHex(number, { size: 32 }), bytecode })
}

const ownerPrefix = 'customer:'

/** The wallet numbers of the ledger's owners, the house being the treasury. Whoever is no customer of ours has none. */
export async function walletNumbers(db: Db | Tx, owners: Iterable<string>): Promise<Map<string, bigint>> {
  const wanted = [...new Set(owners)]
  const ids = wanted.filter((owner) => owner.startsWith(ownerPrefix)).map((owner) => owner.slice(ownerPrefix.length))
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from customers where id::text = any(${ids})`.execute(db)
  const numbers = new Map(rows.map(({ id, number }) => [`${ownerPrefix}${id}`, BigInt(number)]))
  if (wanted.includes('house')) numbers.set('house', treasuryNumber)
  return numbers
}

/** A customer's wallet. */
export type CustomerWallet = { number: bigint; owner: `customer:${string}`; address: Address }

const page = 1_000

/** Every customer's wallet, a page at a time. */
export async function* customerWallets(db: Db | Tx, factory: Factory): AsyncGenerator<CustomerWallet[]> {
  for (let after = 0n; ; ) {
    const { rows } = await sql<{ id: string; number: string }>`
      select id, number from customers where number > ${String(after)} order by number limit ${page}`.execute(db)
    const wallets = rows.map(({ id, number }) => ({
      number: BigInt(number),
      owner: `${ownerPrefix}${id}` as const,
      address: walletAddress(factory, BigInt(number)),
    }))
    const last = wallets.at(-1)
    if (!last) return
    yield wallets
    after = last.number
  }
}
