import type { Db, Tx } from '@ingot/db/connect'
import { type Amount, amountOf } from '@ingot/money/amount'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { houseAccount } from './account.ts'
import { refuseIfStopped } from './issuing.ts'
import { type Move, move, type Posted, post } from './post.ts'
import { type Cover, gramsFor, issueUsdauMoves } from './usdau.ts'
import { issueMoves } from './vault.ts'

type GramToken = 'QMGT' | 'GCA' | 'GAE'

/** What is issued into the treasury at once: grams, or dollars with what stands behind each. */
export type TrancheOrder = { amount: Amount<GramToken> } | { amount: Amount<'USDAU'>; cover: Cover }

/** The caller's name for something makes it safe to repeat. */
type Named = { name: string; causedBy: string }

const movesOf = (order: TrancheOrder): Move[] =>
  'cover' in order
    ? issueUsdauMoves(order.amount, order.cover, houseAccount('USDAU', 'treasury'))
    : issueMoves<GramToken>(order.amount, houseAccount(order.amount.asset, 'treasury'))

/** The grams of the vault that a tranche sets aside. */
export const gramsBehind = (order: TrancheOrder): Amount<'XAU'> =>
  'cover' in order ? gramsFor(order.amount, order.cover) : amountOf('XAU', order.amount.units)

const referenceOf = (name: string) => `tranche:${name}`

/** Issues a tranche in the ledger: its grams are set aside in the same entry. The chain follows with `attest` and `mint`. */
export const issueTranche = async (tx: Tx, order: TrancheOrder, { name, causedBy }: Named): Promise<Posted> => {
  await refuseIfStopped(tx)
  return post(tx, { reference: referenceOf(name), kind: 'tranche', causedBy, moves: movesOf(order) })
}

export const isTrancheKnown = async (db: Db | Tx, name: string): Promise<boolean> => {
  const { rows } = await sql`select from ledger_entries where reference = ${referenceOf(name)}`.execute(db)
  return rows.length > 0
}

/**
 * Books what was paid to the house's address and lies in suspense as the treasury's: for what an operator has paid in and
 * knows again.
 */
export const claimSuspense = (db: Db | Tx, amount: Amount<OnChainAsset>, { name, causedBy }: Named): Promise<Posted> =>
  post(db, {
    reference: `claim:${name}`,
    kind: 'claim',
    causedBy,
    moves: [move(amount, { from: houseAccount(amount.asset, 'suspense'), to: houseAccount(amount.asset, 'treasury') })],
  })
