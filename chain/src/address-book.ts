import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { type Address, type Hex, toHex } from 'viem'
import type { Addresses } from './deploying/deploy.ts'
import { walletAddress } from './wallets.ts'

export type Owner = 'house' | `customer:${string}`

/** Whose an address is, by the address in small letters. Whoever is not in it is a stranger. */
export type AddressBook = ReadonlyMap<Address, Owner>

/** The same address is written in several ways; this one is compared. */
export const plain = (address: Address): Address => address.toLowerCase() as Address

/** Our own contracts. Tokens sent to one that is no wallet can never leave it again. */
const houseContracts = [
  'treasury',
  'settlement',
  'reserve',
  'walletImplementation',
  'qmgt',
  'usdau',
  'gca',
  'gae',
] as const satisfies (keyof Addresses)[]

/** The house's own part of every address book. */
export const houseAddresses = (addresses: Addresses): [Address, Owner][] =>
  houseContracts.map((name) => [plain(addresses[name]), 'house'])

/** Wallets that are derived in one transaction, or read at once. */
const page = 1_000
/** Any fixed number: who holds this advisory lock adds wallets. */
const walletsLock = 1_866_317

/**
 * Every address of ours: the house's contracts and the wallets of all customers there are now. What it answers with is
 * kept, and each call adds what is new: a wallet is derived once ever, and read once by each process.
 */
export function openAddressBook(db: Db, addresses: Addresses): () => Promise<AddressBook> {
  const book = new Map<Address, Owner>(houseAddresses(addresses))
  let known = 0n
  return async () => {
    while (await deriveDue(db, addresses));
    for (let rows: WalletRow[] = await readWallets(db, known); ; rows = await readWallets(db, known)) {
      for (const { address, customer } of rows) book.set(address, `customer:${customer}`)
      known = BigInt(rows.at(-1)?.place ?? known)
      if (rows.length < page) return book
    }
  }
}

type WalletRow = { place: string; customer: string; address: Address }

async function readWallets(db: Db, after: bigint): Promise<WalletRow[]> {
  const { rows } = await sql<WalletRow>`
    select place, customer, address from chain_wallets where place > ${String(after)}
    order by place limit ${page}`.execute(db)
  return rows
}

/** Derives wallets that are due, a page of them. Answers whether there may be more. */
async function deriveDue(db: Db, addresses: Addresses): Promise<boolean> {
  const due = sql<{ customer: string; salt: Buffer }>`
    select d.customer, c.wallet_salt as salt from chain_wallets_due d join customers c on c.id = d.customer
    order by c.number limit ${page}`
  const { rows: some } = await sql`select from chain_wallets_due limit 1`.execute(db)
  if (some.length === 0) return false
  return inTransaction(db, async (tx) => {
    // One at a time and to the end, so that places are seen in their order.
    await sql`select pg_advisory_xact_lock(${walletsLock})`.execute(tx)
    const { rows } = await due.execute(tx)
    const customers = rows.map(({ customer }) => customer)
    const derived = rows.map(({ salt }) => plain(walletAddress(addresses, toHex(salt) as Hex)))
    await sql`insert into chain_wallets (place, customer, address)
      select (select coalesce(max(place), 0) from chain_wallets) + turn, customer, address
      from unnest(${customers}::uuid[], ${derived}::text[]) with ordinality as given (customer, address, turn)`.execute(
      tx,
    )
    await sql`delete from chain_wallets_due where customer = any(${customers}::uuid[])`.execute(tx)
    return rows.length === page
  })
}
