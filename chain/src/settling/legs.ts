import type { Settlement } from '@ingot/ledger/settlement'
import type { OnChainAsset } from '@ingot/money/assets'
import { type Address, type Hex, isAddress, isAddressEqual, pad, zeroHash } from 'viem'
import { tokenOf } from '../deployed.ts'
import type { Addresses } from '../deploying/deploy.ts'
import { treasurySalt, walletAddress } from '../wallets.ts'

/** Who receives a leg, as the contract counts them: a wallet of ours, an outside address, or nobody: then it is burnt. */
export const receivers = { wallet: 0, outside: 1, nobody: 2 } as const

/** One token from one of our wallets to the wallet with a salt, or to an outside address. */
export type Leg = {
  token: Address
  asset: OnChainAsset
  from: Hex
  receiver: (typeof receivers)[keyof typeof receivers]
  to: Hex
  amount: bigint
}

/** What cannot be settled however often it is tried, said in a sentence. */
export class NotSettleable extends Error {}

/** What a move of the ledger is on the chain. */
export function legOf(
  { amount, source, target, to }: Settlement,
  addresses: Addresses,
  salts: ReadonlyMap<string, Hex>,
): Leg {
  const saltOf = (owner: string): Hex => {
    const salt = salts.get(owner)
    if (salt === undefined) throw new NotSettleable(`${owner} has no wallet`)
    return salt
  }

  const goalOf = (from: Hex): Pick<Leg, 'receiver' | 'to'> => {
    if (target.owner === 'house' && target.purpose === 'issued') return { receiver: receivers.nobody, to: zeroHash }
    if (target.owner === 'house' && target.purpose === 'in-transit') {
      if (to === null || !isAddress(to)) throw new NotSettleable('the send has no address')
      if (isAddressEqual(walletAddress(addresses, from), to)) throw new NotSettleable(sameWallet)
      return { receiver: receivers.outside, to: pad(to) }
    }
    const salt = target.owner === 'house' ? treasurySalt : saltOf(target.owner)
    if (salt === from) throw new NotSettleable(sameWallet)
    return { receiver: receivers.wallet, to: salt }
  }

  if (source.purpose === 'issued') throw new NotSettleable('only the issuer mints')
  const { asset, units } = amount
  const from = saltOf(source.owner)
  return { token: tokenOf(addresses, asset), asset, from, ...goalOf(from), amount: units }
}

const sameWallet = 'both sides are the same wallet'
