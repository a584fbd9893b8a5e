import type { Tx } from '@ingot/db/connect'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Move, move } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { type Issuing, issueDocument, openData } from '../../documents/engine.ts'
import { findValid } from '../../documents/store.ts'
import { Failure } from '../../failure.ts'
import { least } from '../trade/rules.ts'
import { type CertificateData, groupCertificate } from './certificates.ts'
import { shownUnits } from './holdings.ts'
import { costOf, type HoldingAsset, stateOf } from './rules.ts'
import { lockPositions } from './store.ts'
import { type LyingLot, lockLyingLot } from './take-back-store.ts'
import { deliveredLot, isUnsafe, movedWithin } from './withdrawing-store.ts'

// Grams of a holding that are to leave the vault as bars lie in `withdrawing` until they do. They are the customer's until then, and
// lie in the same wallet, so nothing of it is settled on the chain before the bars leave.

type Part = { customer: string; holding: string; units: bigint }

/** Grams of a holding that are bound or freed: what is to be posted, and then written down. */
export type Binding = { lot: LyingLot; from: 'available' | 'withdrawing'; to: Place; units: bigint; moves: Move[] }
type Place = 'available' | 'clearing' | 'withdrawing'

const lockLot = async (tx: Tx, { customer, holding }: Part): Promise<LyingLot> => {
  await lockPositions(tx, customer)
  const lot = await lockLyingLot(tx, customer, holding)
  if (!lot) throw new Failure('NotFound')
  return lot
}

const bindingOf = (lot: LyingLot, from: Binding['from'], to: Place, units: bigint): Binding => {
  const { customer, asset } = lot
  const [source, target] = [customerAccount(customer, asset, from), customerAccount(customer, asset, to)]
  const moves = units === 0n ? [] : [move<HoldingAsset>(amountOf(asset, units), { from: source, to: target })]
  return { lot, from, to, units, moves }
}

/** Binds free grams of a holding. It is locked until the transaction ends. */
export const beginWithdrawing = async (tx: Tx, part: Part): Promise<Binding> => {
  const lot = await lockLot(tx, part)
  if (lot.available < part.units) throw new Failure('BalanceTooLow')
  return bindingOf(lot, 'available', 'withdrawing', part.units)
}

/**
 * Gives bound grams back to a holding: of what a card dispute has taken meanwhile nothing, and while it lasts the rest is bound like
 * all of that holding.
 */
export const beginGivingBack = async (tx: Tx, part: Part): Promise<Binding> => {
  const lot = await lockLot(tx, part)
  const to = (await isUnsafe(tx, lot.id)) ? 'clearing' : 'available'
  return bindingOf(lot, 'withdrawing', to, least(part.units, lot.lying.withdrawing))
}

/** Writes down what was posted. */
export const endBinding = async (tx: Tx, { lot, from, to, units }: Binding): Promise<void> => {
  if (units > 0n) await movedWithin(tx, lot, { from, to, units })
}

/** Grams of a holding that leave the vault. */
export type Delivering = { lot: LyingLot; units: bigint; moves: Move[] }

/** They were bound for it, all of them, or nothing leaves. GDS is no token, so there is nothing to burn on the chain. */
export const beginDelivering = async (tx: Tx, part: Part): Promise<Delivering> => {
  const lot = await lockLot(tx, part)
  const { units } = part
  if (lot.lying.withdrawing < units)
    throw new Failure('StateChanged', {}, 'Grams of this holding were taken back meanwhile. Nothing leaves the vault.')
  if (await isUnsafe(tx, lot.id))
    throw new Failure(
      'StateChanged',
      {},
      'The card payment for this holding is disputed. Nothing of it leaves the vault until that is decided.',
    )
  const { customer, asset } = lot
  const burnt = move<HoldingAsset>(amountOf(asset, units), {
    from: customerAccount(customer, asset, 'withdrawing'),
    to: houseAccount(asset, 'issued'),
  })
  return { lot, units, moves: [asset === 'GDS' ? burnt : { ...burnt, settle: true }] }
}

/** Writes down what was posted. What it had cost leaves with it: nothing is gained or lost by it. */
export const endDelivering = async (
  tx: Tx,
  issuing: Issuing,
  { lot, units }: Delivering,
  how: { entry: bigint; by: string; at: Date },
): Promise<void> => {
  const cost = costOf({ units, open: lot.open, openCost: lot.openCost })
  const [open, delivered] = [lot.open - units, lot.delivered + units]
  await deliveredLot(tx, { lot, units, cost, state: stateOf({ ...lot, open, delivered }), ...how })
  if (lot.asset === 'GDS') await nextVersion(tx, issuing, lot, { left: open, by: how.by })
}

/** What was bought in a group has a certificate that says what is left. */
export const nextVersion = async (
  tx: Tx,
  issuing: Issuing,
  { id, customer }: LyingLot,
  { left, by }: { left: bigint; by: string },
): Promise<void> => {
  const before = await findValid(tx, { customer, kind: groupCertificate.name, subject: id })
  const data = before && (openData(issuing.personalData, before) as CertificateData | undefined)
  if (!before || !data) throw new Error(`holding ${id} has no certificate`)
  await issueDocument(issuing, tx, groupCertificate, {
    ...{ customer, subject: id, zone: before.zone, paper: before.paper, by },
    data: { ...data, left: shownUnits(left), version: data.version + 1, supersedes: before.code },
  })
}
