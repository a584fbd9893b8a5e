import type { Tx } from '@ingot/db/connect'
import { customerAccount } from '@ingot/ledger/account'
import { type Move, move } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { shiftLot } from './clearing-store.ts'
import { lockPositions } from './store.ts'
import type { TakingBack } from './take-back.ts'
import { type LyingLot, lockLyingLot } from './take-back-store.ts'

// Grams that were paid by card lie in `clearing` until they are safe, and go there again while the payment is disputed. Both lie in
// one wallet, so nothing of it is settled on the chain. Only what lies in `available` can be ended, converted or sent.

/** Grams of a holding that are bound or freed: what is to be posted, and then written down. */
export type Shifting = { lot: LyingLot; freed: bigint; moves: Move[] }

const [free, bound] = ['available', 'clearing'] as const

const shiftingOf = (lot: LyingLot, from: typeof free | typeof bound, units: bigint): Shifting => {
  const { customer, asset } = lot
  const to = from === free ? bound : free
  const between = { from: customerAccount(customer, asset, from), to: customerAccount(customer, asset, to) }
  return {
    lot,
    freed: from === free ? -units : units,
    moves: units === 0n ? [] : [move(amountOf(asset, units), between)],
  }
}

const lockLot = async (tx: Tx, { customer, holding }: { customer: string; holding: string }): Promise<LyingLot> => {
  await lockPositions(tx, customer)
  const lot = await lockLyingLot(tx, customer, holding)
  if (!lot) throw new Error(`there is no holding ${holding}`)
  return lot
}

type Which = {
  customer: string
  holding: string
  /** What the same entry takes back of it, which is neither bound nor freed. */
  back?: TakingBack | undefined
}

/** Binds all free grams of a holding. It is locked until the transaction ends. */
export const beginBinding = async (tx: Tx, { back, ...which }: Which): Promise<Shifting> => {
  const lot = await lockLot(tx, which)
  return shiftingOf(lot, free, lot.lying.available - (back?.taken.available ?? 0n))
}

/** Frees all grams of a holding that are bound. It is locked until the transaction ends. */
export const beginFreeing = async (tx: Tx, { back, ...which }: Which): Promise<Shifting> => {
  const lot = await lockLot(tx, which)
  return shiftingOf(lot, bound, lot.lying.clearing - (back?.taken.clearing ?? 0n))
}

/** Writes down what was posted, behind what the same entry has taken back, and until when the rest is bound. */
export const endShifting = (tx: Tx, { lot, freed }: Shifting, clearsAt: Date | null = null): Promise<void> =>
  shiftLot(tx, lot, { freed, clearsAt })
