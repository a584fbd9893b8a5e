import type { Tx } from '@ingot/db/connect'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Move, settledMove } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { least } from '../trade/rules.ts'
import { afterTakingBack, costOf, stateOf } from './rules.ts'
import { lockPositions } from './store.ts'
import { type LyingLot, lockLyingLot, reversedLot } from './take-back-store.ts'

/** In this order: what is free goes first, what is already on its way out of the vault last. */
const places = ['available', 'clearing', 'estate', 'withdrawing'] as const
type Place = (typeof places)[number]

/** What of a booking is taken back: the grams that are still there, wherever they lie, and those that are gone. */
export type TakingBack = {
  lot: LyingLot
  taken: Readonly<Record<Place, bigint>>
  units: bigint
  gone: bigint
  moves: Move[]
}

const inOrder = (lot: LyingLot, wanted: bigint) => {
  let rest = wanted
  const taken = { available: 0n, clearing: 0n, estate: 0n, withdrawing: 0n }
  for (const place of places) {
    taken[place] = least(lot.lying[place], rest)
    rest -= taken[place]
  }
  return { taken, gone: rest }
}

/**
 * Finds what can be taken back of a holding. Grams that are bound are still there and go back like free ones; gone are only those
 * that ended, were delivered or passed on. The holding is locked until the transaction ends.
 */
export const beginTakingBack = async (
  tx: Tx,
  { customer, holding, units }: { customer: string; holding: string; units: bigint },
): Promise<TakingBack> => {
  await lockPositions(tx, customer)
  const lot = await lockLyingLot(tx, customer, holding)
  if (!lot) throw new Error(`there is no holding ${holding}`)
  const { asset } = lot
  if (asset === 'GDS') throw new Error('what is bought in a group was paid with what was there')
  const { taken, gone } = inOrder(lot, units)
  const moves = places
    .filter((place) => taken[place] > 0n)
    .map((place) =>
      settledMove(amountOf(asset, taken[place]), {
        from: customerAccount(customer, asset, place),
        to: houseAccount(asset, 'treasury'),
      }),
    )
  return { lot, taken, units: units - gone, gone, moves }
}

/** Shares anew what is left of grams that somebody left and that wait for whoever receives. */
type Reshare = (tx: Tx, holding: string, what: { left: bigint; cost: bigint }) => Promise<void>

/** Writes down what was posted: the holding, its position and the departure. */
export const endTakingBack = async (
  tx: Tx,
  { lot, taken, units }: TakingBack,
  { entry, by, at, reshare }: { entry: bigint; by: string; at: Date; reshare: Reshare },
): Promise<void> => {
  if (units === 0n) return
  const cost = costOf({ units, open: lot.open, openCost: lot.openCost })
  const open = lot.open - units
  const state = stateOf({ ...lot, open, reversed: lot.reversed + units })
  const positions = await lockPositions(tx, lot.customer)
  const sums = afterTakingBack(positions[lot.product], { units, free: taken.available, cost, isLast: open === 0n })
  await reversedLot(tx, { lot, taken, units, cost, state, sums, entry, by, at })
  const left = lot.lying.estate - taken.estate
  if (taken.estate > 0n)
    await reshare(tx, lot.id, { left, cost: costOf({ units: left, open, openCost: lot.openCost - cost }) })
}
