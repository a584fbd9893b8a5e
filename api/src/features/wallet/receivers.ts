import type { Db, Tx } from '@ingot/db/connect'
import { type Address, getAddress, zeroAddress } from 'viem'
import { Failure } from '../../failure.ts'
import * as store from './store.ts'
import type { Wallet } from './wallet.ts'

/**
 * Whom a customer sends to: another customer by username, another customer's wallet by its address, or an address outside
 * with its row in the book, if it has one. Whose a wallet is stays with us: an address is public, its owner's name is not.
 */
export type Receiver =
  | { kind: 'customer'; id: string; username: string }
  | { kind: 'wallet'; id: string; address: Address }
  | { kind: 'address'; address: Address; saved: store.AddressRow | undefined }

const refusals = {
  own: 'This is your own account. Please choose another recipient.',
  address: 'This is not an address. An address is 0x followed by 40 digits or letters from a to f.',
  checksum:
    'There is a mistake in this address. Please copy it again, with its upper and lower case letters as they are.',
  zero: 'Nothing can be sent to the zero address: it would be lost.',
  token: 'This is the address of a token, not of a person. Anything sent there would be lost.',
  house: 'This address is one of our own contracts. Anything sent there would reach nobody.',
  closed: 'The customer with this wallet cannot receive at the moment.',
  customer: 'This is the wallet of another customer. You can send to it at once, without saving it.',
} as const

const refuse = (reason: keyof typeof refusals) => new Failure('ReceiverRefused', { reason }, refusals[reason])

/** Who receives: by username, or by an address. What is sent to the address of a customer's wallet is that customer's. */
export const findReceiver = (
  wallet: Wallet,
  db: Db | Tx,
  { sender, text }: { sender: string; text: string },
): Promise<Receiver> => (/^0x/i.test(text) ? findByAddress(wallet, db, sender, text) : findByName(db, sender, text))

const findByName = async (db: Db | Tx, sender: string, name: string): Promise<Receiver> => {
  const found = await store.findHolder(db, name)
  if (found?.id === sender) throw refuse('own')
  // Whether somebody of that name waits for a verification is nobody's business.
  if (found?.kyc_status !== 'Verified') throw new Failure('ReceiverUnknown')
  return { kind: 'customer', id: found.id, username: found.username }
}

const findByAddress = async (
  wallet: Wallet,
  db: Db | Tx,
  sender: string,
  text: string,
): Promise<Exclude<Receiver, { kind: 'customer' }>> => {
  const address = checkedAddress(wallet, text)
  const found = await store.findHolderByAddress(db, address)
  if (found?.id === sender) throw refuse('own')
  if (found && (found.kyc_status !== 'Verified' || found.is_closed)) throw refuse('closed')
  if (found) return { kind: 'wallet', id: found.id, address }
  return { kind: 'address', address, saved: await store.findAddress(db, sender, address) }
}

/** An address with its checksum, behind which somebody can be. */
const checkedAddress = ({ contracts }: Wallet, text: string): Address => {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) throw refuse('address')
  const address = getAddress(text.toLowerCase())
  // Also one in small letters only: without a checksum a slip of the finger goes unnoticed.
  if (address !== text) throw refuse('checksum')
  if (address === zeroAddress) throw refuse('zero')
  // Without a chain nobody can tell which addresses are ours.
  if (!contracts) throw new Failure('Unavailable')
  const contract = contracts.get(address.toLowerCase())
  if (contract) throw refuse(contract)
  return address
}

/** An outside address for the book, where no customer's has a place. */
export const findOutside = async (wallet: Wallet, tx: Tx, given: { sender: string; text: string }) => {
  const receiver = await findByAddress(wallet, tx, given.sender, given.text)
  if (receiver.kind === 'wallet') throw refuse('customer')
  return receiver
}
