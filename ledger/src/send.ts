import type { Tx } from '@ingot/db/connect'
import { type Amount, isZero } from '@ingot/money/amount'
import type { OnChainAsset } from '@ingot/money/assets'
import { type Account, customerAccount, houseAccount } from './account.ts'
import { postHoldOnward } from './hold.ts'
import { recordMovements } from './movement.ts'
import { type Entry, type Move, move, postTogether, settledMove } from './post.ts'
import type { Settlement } from './settlement.ts'

const onItsWay = 'in-transit'

/**
 * Sends to an address outside: the amount is the customer's no more, and nobody else's until the chain has done it. The
 * entry carries the address as its detail `to`. The fee is the house's on the chain too, and comes back with the send if
 * that cannot be done.
 */
export const sendMoves = <A extends OnChainAsset>(
  amount: Amount<A>,
  from: Account<NoInfer<A>>,
  fee?: Amount<NoInfer<A>>,
): Move[] => [
  settledMove<OnChainAsset>(amount, { from, to: houseAccount(amount.asset, onItsWay) }),
  ...(fee && !isZero(fee) ? [settledMove<OnChainAsset>(fee, { from, to: houseAccount(amount.asset, 'fees') })] : []),
]

/** Puts on its way what was held for a send. */
export const sendHold = <A extends OnChainAsset>(
  tx: Tx,
  hold: bigint,
  {
    amount,
    fee,
    to,
    ...cause
  }: { amount: Amount<A>; fee: Amount<NoInfer<A>>; to: string; reference: string; causedBy: string },
) =>
  postHoldOnward(tx, hold, {
    kind: 'send',
    details: { to },
    // Posting compares the assets again: a hold of another one is refused there.
    moves: (held) => sendMoves<OnChainAsset>(amount, held as Account<OnChainAsset>, fee),
    ...cause,
  })

export const isSend = ({ target }: Settlement): boolean => target.owner === 'house' && target.purpose === onItsWay

/**
 * Books what became of sends: those that arrived are outside, those that cannot be done go back to their customers with
 * their fees. Wants all settlements of an entry, since the chain does an entry as a whole or not at all.
 */
export const concludeSends = async (
  tx: Tx,
  settlements: readonly Settlement[],
  outcome: 'arrived' | 'returned',
  causedBy: string,
): Promise<void> => {
  const byEntry = [...Map.groupBy(settlements, ({ entry }) => entry)].filter(([, moves]) => moves.some(isSend))
  if (byEntry.length === 0) return
  const entries = byEntry.map(([entry, sends]): Entry => {
    const moves = outcome === 'arrived' ? sends.filter(isSend).map(arrival) : sends.map(wayBack)
    return {
      reference: `send-${outcome}:${entry}`,
      kind: `send-${outcome}`,
      causedBy,
      moves,
      details: { send: String(entry) },
    }
  })
  const posted = await postTogether(tx, entries)
  if (outcome === 'returned')
    await recordMovements(
      tx,
      byEntry.flatMap(([, [send]], index) => {
        const [owner, entry] = [send?.source.owner, posted[index]?.entry]
        return owner && isCustomer(owner) && entry !== undefined ? [{ owner, type: 'send-returned', entry }] : []
      }),
    )
}

const isCustomer = (owner: string): owner is `customer:${string}` => owner.startsWith('customer:')

const arrival = ({ amount }: Settlement): Move =>
  move<OnChainAsset>(amount, {
    from: houseAccount(amount.asset, onItsWay),
    to: houseAccount(amount.asset, 'outside'),
  })

const wayBack = ({ amount, source, target }: Settlement): Move => {
  const { asset } = amount
  const purpose = target.purpose === 'fees' ? 'fees' : onItsWay
  return move<OnChainAsset>(amount, { from: houseAccount(asset, purpose), to: senderOf(source.owner, asset) })
}

const senderOf = (owner: string, asset: OnChainAsset): Account<OnChainAsset> =>
  isCustomer(owner)
    ? customerAccount(owner.slice('customer:'.length), asset, 'available')
    : houseAccount(asset, 'treasury')
