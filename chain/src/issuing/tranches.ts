import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { houseAccount } from '@ingot/ledger/account'
import { refuseIfStopped } from '@ingot/ledger/issuing'
import { type Move, type Posted, post } from '@ingot/ledger/post'
import { type Cover, issueUsdauMoves } from '@ingot/ledger/usdau'
import { issueMoves } from '@ingot/ledger/vault'
import type { Amount } from '@ingot/money/amount'

type GramToken = 'QMGT' | 'GCA' | 'GAE'

/** What is issued into the treasury at once: grams, or dollars with what stands behind each. */
export type TrancheOrder = { amount: Amount<GramToken> } | { amount: Amount<'USDAU'>; cover: Cover }

const movesOf = (order: TrancheOrder): Move[] =>
  'cover' in order
    ? issueUsdauMoves(order.amount, order.cover, houseAccount('USDAU', 'treasury'))
    : issueMoves<GramToken>(order.amount, houseAccount(order.amount.asset, 'treasury'))

/**
 * Issues a tranche in the ledger: its grams are set aside in the same entry. The chain follows with `attest` and `mint`.
 * The caller's name makes it safe to repeat.
 */
export const issueTranche = (
  db: Db,
  order: TrancheOrder,
  { name, causedBy }: { name: string; causedBy: string },
): Promise<Posted> =>
  inTransaction(db, async (tx) => {
    await refuseIfStopped(tx)
    return post(tx, { reference: `tranche:${name}`, kind: 'tranche', causedBy, moves: movesOf(order) })
  })
