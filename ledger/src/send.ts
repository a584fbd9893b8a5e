import type { Tx } from '@ingot/db/connect'
import type { Amount } from '@ingot/money/amount'
import type { OnChainAsset } from '@ingot/money/assets'
import { type Account, customerAccount, houseAccount } from './account.ts'
import { type Entry, type Move, move, postTogether, settledMove } from './post.ts'
import type { Settlement } from './settlement.ts'

const onItsWay = 'in-transit'

/**
 * Sends to an address outside: the amount is the customer's no more, and nobody else's until the chain has done it. The
 * entry carries the address as its detail `to`.
 */
export const sendMoves = <A extends OnChainAsset>(amount: Amount<A>, from: Account<NoInfer<A>>): Move[] => [
  settledMove<OnChainAsset>(amount, { from, to: houseAccount(amount.asset, onItsWay) }),
]

export const isSend = ({ target }: Settlement): boolean => target.owner === 'house' && target.purpose === onItsWay

/** Books what became of sends: those that arrived are outside, those that cannot be done go back to their customers. */
export const concludeSends = async (
  tx: Tx,
  settlements: readonly Settlement[],
  outcome: 'arrived' | 'returned',
  causedBy: string,
): Promise<void> => {
  const byEntry = Map.groupBy(settlements.filter(isSend), ({ entry }) => entry)
  const entries = [...byEntry].map(([entry, sends]): Entry => {
    const moves = sends.map(({ amount, source }) => {
      const to = outcome === 'arrived' ? houseAccount(amount.asset, 'outside') : senderOf(source.owner, amount.asset)
      return move<OnChainAsset>(amount, { from: houseAccount(amount.asset, onItsWay), to })
    })
    return {
      reference: `send-${outcome}:${entry}`,
      kind: `send-${outcome}`,
      causedBy,
      moves,
      details: { send: String(entry) },
    }
  })
  if (entries.length > 0) await postTogether(tx, entries)
}

const senderOf = (owner: string, asset: OnChainAsset): Account<OnChainAsset> =>
  owner === 'house'
    ? houseAccount(asset, 'treasury')
    : customerAccount(owner.slice('customer:'.length), asset, 'available')
