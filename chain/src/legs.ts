import type { Settlement } from '@ingot/ledger/settlement'
import type { OnChainAsset } from '@ingot/money/assets'
import { type Address, isAddress, zeroAddress } from 'viem'
import type { Addresses } from './deploy.ts'
import { tokenOf } from './deployed.ts'
import { treasuryNumber, walletAddress } from './wallets.ts'

/** One token from one of our wallets to an address; to the zero address means that it is burnt. */
export type Leg = { token: Address; asset: OnChainAsset; from: bigint; to: Address; amount: bigint }

/** What cannot be settled however often it is tried, said in a sentence. */
export class NotSettleable extends Error {}

/** What a move of the ledger is on the chain. */
export function legOf(
  { amount, source, target, to }: Settlement,
  addresses: Addresses,
  numbers: ReadonlyMap<string, bigint>,
): Leg {
  const numberOf = (owner: string): bigint => {
    const number = numbers.get(owner)
    if (number === undefined) throw new NotSettleable(`${owner} has no wallet`)
    return number
  }

  const placeOf = (): Address => {
    if (target.owner !== 'house') return walletAddress(addresses, numberOf(target.owner))
    if (target.purpose === 'issued') return zeroAddress
    if (target.purpose === 'in-transit') {
      if (to === null || !isAddress(to)) throw new NotSettleable('the send has no address')
      return to
    }
    return walletAddress(addresses, treasuryNumber)
  }

  if (source.purpose === 'issued') throw new NotSettleable('only the issuer mints')
  const { asset, units } = amount
  const leg = { token: tokenOf(addresses, asset), asset, from: numberOf(source.owner), to: placeOf(), amount: units }
  if (walletAddress(addresses, leg.from) === leg.to) throw new NotSettleable('both sides are the same wallet')
  return leg
}
