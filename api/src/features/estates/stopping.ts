import type { Tx } from '@ingot/db/connect'
import { record } from '../identity/identity.ts'
import { pausePlansOf, resumePlans } from '../plans/plans.ts'
import { callOffWaiting, freezeForEstate, unfreezeAfterEstate } from '../wallet/freezing.ts'
import type { Estates } from './estates.ts'
import { estateMail } from './sent-jobs.ts'
import type { EstateRow } from './store.ts'

// What is stopped while we look into whether somebody has died, and what of it is undone when he has not.

type How = { by: string; at: Date }

/** Where an operator sits is not for the customer's record. */
const fromTheHouse = { address: '', agent: '' }

/**
 * Nothing leaves the account from now on, plans pause, and the owner is asked by mail. What comes back is kept with the estate, by
 * which it is undone. The sender is locked by it. After the commit, `callOffSending`.
 */
export const beginChecking = async (
  tx: Tx,
  { wallet, outbox }: Pick<Estates, 'wallet' | 'outbox'>,
  { estate, customer }: { estate: string; customer: string },
  { by, at }: How,
): Promise<{ froze: boolean; paused_plans: string[] }> => {
  const froze = await freezeForEstate(tx, wallet, customer)
  const paused_plans = await pausePlansOf(tx, customer, 'estate', { by, at })
  await record(tx, { now: () => at }, { customer, kind: 'estate-checked', from: fromTheHouse })
  await outbox.send(tx, estateMail, { kind: 'checking', estate, at: at.toISOString() })
  return { froze, paused_plans }
}

/** What waited to be sent is called off at once; the sweep of each minute does it if this is interrupted. */
export const callOffSending = ({ wallet }: Pick<Estates, 'wallet'>, customer: string): Promise<void> =>
  callOffWaiting(wallet, customer)

type Stopped = Pick<EstateRow, 'customer' | 'checked_at' | 'froze' | 'paused_plans'>

/** As if it had never been: the account is as it was, and plans run again. */
export const undo = async (
  tx: Tx,
  { wallet }: Pick<Estates, 'wallet'>,
  { customer, checked_at, froze, paused_plans }: Stopped,
  how: How,
): Promise<void> => {
  if (customer === null || checked_at === null) return
  if (froze) await unfreezeAfterEstate(tx, wallet, customer, checked_at)
  await resumePlans(tx, paused_plans, how)
}

/** After a refusal of one that was looked into: undone at once, and the owner is told. */
export const undoRefused = async (tx: Tx, estates: Pick<Estates, 'wallet' | 'outbox'>, estate: EstateRow, how: How) => {
  if (estate.customer === null || estate.checked_at === null) return
  await undo(tx, estates, estate, how)
  await record(tx, { now: () => how.at }, { customer: estate.customer, kind: 'estate-ended', from: fromTheHouse })
  await estates.outbox.send(tx, estateMail, { kind: 'refused', estate: estate.id, at: how.at.toISOString() })
}
