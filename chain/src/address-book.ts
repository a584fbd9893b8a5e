import type { Db, Tx } from '@ingot/db/connect'
import type { Address } from 'viem'
import type { Addresses } from './deploy.ts'
import { customerWallets } from './wallets.ts'

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

/** Every address of ours: the house's contracts and the wallets of all customers there are now. */
export async function readAddressBook(db: Db | Tx, addresses: Addresses): Promise<AddressBook> {
  const book = new Map<Address, Owner>(houseContracts.map((name) => [plain(addresses[name]), 'house']))
  for await (const wallets of customerWallets(db, addresses))
    for (const { address, owner } of wallets) book.set(plain(address), owner)
  return book
}
