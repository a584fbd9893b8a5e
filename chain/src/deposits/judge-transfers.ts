import type { OnChainAsset } from '@ingot/money/assets'
import { type Address, zeroAddress } from 'viem'
import { type AddressBook, plain } from '../address-book.ts'
import { onChainAssets, tokenOf } from '../deployed.ts'
import type { Addresses } from '../deploying/deploy.ts'
import type { Doubt } from '../doubt-store.ts'
import { type DepositLimits, depositPolicy } from './deposit-policy.ts'
import { type Deposit, placeOf } from './deposit-store.ts'
import type { Transfer } from './transfers.ts'

export type Tokens = ReadonlyMap<Address, OnChainAsset>

/** The tokens that we know, by their contracts. */
export const tokensOf = (addresses: Addresses): Tokens =>
  new Map(onChainAssets.map((asset) => [plain(tokenOf(addresses, asset)), asset]))

/** The ledger has caused it: it left one of our wallets, or a token of ours minted it. */
const isInner = (from: Address, asset: OnChainAsset, book: AddressBook): boolean =>
  book.has(from) || (from === zeroAddress && asset !== 'USDT')

const stateOf = (units: bigint, isHouse: boolean, { least, most }: DepositLimits) => {
  if (units > most) return 'too-large'
  if (isHouse) return 'house'
  return units < least ? 'dust' : 'credited'
}

/**
 * What transfers to our addresses mean to us; what means nothing is left out. `sent` are the places of those that left
 * one of our wallets as a send: in the ledger they went outside, so from there they come in.
 */
export const judgeTransfers = (
  transfers: readonly Transfer[],
  { book, tokens, sent }: { book: AddressBook; tokens: Tokens; sent: ReadonlySet<string> },
): Deposit[] =>
  transfers.flatMap((transfer): Deposit[] => {
    const owner = book.get(transfer.to)
    if (owner === undefined || transfer.units === 0n) return []
    const asset = tokens.get(transfer.token)
    if (asset === undefined) return [{ ...transfer, owner, asset: null, state: 'unknown-token' }]
    if (isInner(transfer.from, asset, book) && !sent.has(placeOf(transfer))) return []
    return [{ ...transfer, owner, asset, state: stateOf(transfer.units, owner === 'house', depositPolicy[asset]) }]
  })

/**
 * Customers whose wallets changed in a way that no move of the ledger on their accounts shows: what is not booked as theirs,
 * and what moved in or out of a wallet without being a deposit or the settler's work.
 */
export function doubtfulIn(
  deposits: readonly Deposit[],
  unexplained: readonly Transfer[],
  { book, tokens }: { book: AddressBook; tokens: Tokens },
): Doubt[] {
  const booked = new Set(deposits.map(placeOf))
  const lying = deposits.filter(({ state }) => state === 'dust' || state === 'too-large')
  const strange = unexplained.filter((each) => tokens.has(each.token) && each.units > 0n && !booked.has(placeOf(each)))
  return [
    ...lying.map(({ owner, block }) => ({ owner, block })),
    ...strange.flatMap(({ from, to, block }) => [from, to].map((address) => ({ owner: book.get(address), block }))),
  ].flatMap(({ owner, block }) => (owner === undefined || owner === 'house' ? [] : [{ owner, block }]))
}
