import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { customerAccount } from '@ingot/ledger/account'
import { type Move, move } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { type Issuing, issueDocument, openData } from '../../documents/engine.ts'
import { findValid } from '../../documents/store.ts'
import { type CertificateData, groupCertificate } from './certificates.ts'
import { shownUnits } from './holdings.ts'
import { findUnsafe, lockFreeLots, lockLots, movedToEstate, passedLot, receivedLot } from './passing-store.ts'
import { type HoldingAsset, stateOf } from './rules.ts'
import { lockPositions } from './store.ts'
import { type LyingLot, lockLyingLot } from './take-back-store.ts'
import { nextVersion } from './withdrawing.ts'

// Grams of somebody who died lie in `estate` until whoever receives them is known. Then they are a holding of his, booked on the day
// and at the price of the other one, with what they had cost.

/** What is free of a customer's holdings. They are locked until the transaction ends. */
export const beginSettingAside = async (tx: Tx, customer: string): Promise<LyingLot[]> => {
  await lockPositions(tx, customer)
  return lockFreeLots(tx, customer)
}

/** Writes down that all of it was set aside. */
export const endSettingAside = async (tx: Tx, customer: string, lots: readonly LyingLot[]): Promise<void> => {
  if (lots.length > 0) await movedToEstate(tx, customer, lots)
}

/**
 * The holdings of which something is passed on, by their ids, with the positions of both. They are locked until the transaction ends.
 * Those whose card payment is disputed are left out: what is not safe waits.
 */
export const beginPassing = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
  holdings: readonly string[],
): Promise<ReadonlyMap<string, LyingLot>> => {
  for (const customer of [from, to].toSorted()) await lockPositions(tx, customer)
  const lots = await lockLots(tx, from, holdings)
  const unsafe = await findUnsafe(tx, holdings)
  return new Map(lots.filter(({ id }) => !unsafe.has(id)).map((lot) => [lot.id, lot]))
}

/** From a wallet to another one. GDS is no token, so there nothing moves on the chain. */
export const passingMove = (asset: HoldingAsset, units: bigint, { from, to }: { from: string; to: string }): Move => {
  const passed = move<HoldingAsset>(amountOf(asset, units), {
    from: customerAccount(from, asset, 'estate'),
    to: customerAccount(to, asset, 'available'),
  })
  return asset === 'GDS' ? passed : { ...passed, settle: true }
}

type Passing = {
  from: { customer: string; holding: string }
  to: { customer: string; holder: string[] }
  units: bigint
  cost: bigint
  entry: bigint
  movement: string
  note: string
  by: string
  at: Date
}

/** Writes down what was posted, of both. Answers the new holding. */
export const endPassing = async (tx: Tx, issuing: Issuing, given: Passing): Promise<string> => {
  const { from, to, units, cost, entry, movement, note, by, at } = given
  const lot = await lockLyingLot(tx, from.customer, from.holding)
  if (!lot || lot.lying.estate < units || lot.openCost < cost)
    throw new Error(`holding ${from.holding} has less than is passed on`)
  const [open, passed] = [lot.open - units, lot.passed + units]
  await passedLot(tx, { lot, units, cost, state: stateOf({ ...lot, open, passed }), entry, by, at })
  const id = randomUUID()
  await receivedLot(tx, { id, from: lot.id, customer: to.customer, units, cost, movement, note, at })
  if (lot.asset === 'GDS') await passCertificate(tx, issuing, lot, { id, left: open, units, to, by })
  return id
}

type Certified = { id: string; left: bigint; units: bigint; to: Passing['to']; by: string }

/** Each of the two has a certificate of what is his. Whoever receives is in no group by it: it names the one that it was bought in. */
const passCertificate = async (
  tx: Tx,
  issuing: Issuing,
  lot: LyingLot,
  { id, left, units, to, by }: Certified,
): Promise<void> => {
  const before = await findValid(tx, { customer: lot.customer, kind: groupCertificate.name, subject: lot.id })
  const data = before && (openData(issuing.personalData, before) as CertificateData | undefined)
  if (!before || !data) throw new Error(`holding ${lot.id} has no certificate`)
  await nextVersion(tx, issuing, lot, { left, by })
  const grams = shownUnits(units)
  await issueDocument(issuing, tx, groupCertificate, {
    ...{ customer: to.customer, subject: id, zone: before.zone, paper: before.paper, by },
    data: { ...data, holder: to.holder, units: grams, left: grams, version: 1, supersedes: null },
  })
}
