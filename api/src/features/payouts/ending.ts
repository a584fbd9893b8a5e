import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import { voidHold } from '@ingot/ledger/hold'
import { cancelPayment } from '../../bank/payments.ts'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { record } from '../identity/identity.ts'
import { tokenHash } from '../identity/keys.ts'
import { takeLink } from '../wallet/links.ts'
import { lockSender } from '../wallet/store.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { type Ending, type Payouts, shownPayout } from './payouts.ts'
import { type EndReason, payoutStates } from './rules.ts'
import { payoutMail } from './sent-jobs.ts'
import * as store from './store.ts'

/** What the clock or an operator did is from nowhere: where an operator sits is not for the customer's record. */
export const fromTheHouse: Origin = { address: '', agent: '' }

/** One payout, and whatever else of its customer leaves, until the transaction ends: the sender comes first, as in transfers. */
export const lockWithSender = async (tx: Tx, id: string, customer?: string): Promise<store.StoredPayout> => {
  const found = await store.findPayout(tx, id)
  if (!found || (customer !== undefined && found.customer !== customer)) throw new Failure('NotFound')
  await lockSender(tx, found.customer)
  const locked = await store.lockPayout(tx, id)
  if (!locked) throw new Failure('NotFound')
  return locked
}

type End = { to: 'Cancelled' | 'Refused'; reason: EndReason; by: string; at: Date; from: Origin; why?: string }

/** Ends one that is in no file yet: what was set aside is the customer's again, and no payment is made of it. */
export const giveBack = async (
  tx: Tx,
  { outbox }: Pick<Ending, 'outbox'>,
  { id, customer, state, payment, hold }: store.StoredPayout,
  { to, reason, by, at, from, why = reason }: End,
): Promise<void> => {
  await advance(tx, payoutStates, id, { to, by, why, at, set: { ended_at: at, reason } })
  if (state === 'Approved' && payment !== null) await cancelPayment(tx, payment, { by, why, at })
  await voidHold(tx, hold, { reference: `payout-ended:${id}`, causedBy: by })
  const kind = reason === 'customer' ? 'payout-cancelled' : 'payout-ended'
  await record(tx, { now: () => at }, { customer, kind, from })
  // Who cancelled it, or froze his account, knows.
  if (reason !== 'customer' && reason !== 'frozen')
    await outbox.send(tx, payoutMail, { customer, kind: 'ended', payout: id, at: at.toISOString(), ...from })
}

/** By the customer, as long as nobody has approved it. */
const cancelIn = async (tx: Tx, ending: Ending, asked: { id: string; customer: string; from: Origin }) => {
  const payout = await lockWithSender(tx, asked.id, asked.customer)
  if (payout.state !== 'Requested') throw new Failure('StateChanged')
  const by = ownerOf(asked.customer)
  const how = { to: 'Cancelled', reason: 'customer', by, at: ending.now(), from: asked.from } as const
  await giveBack(tx, ending, payout, how)
}

export const cancelPayout = (
  payouts: Payouts,
  asked: { id: string; customer: string; from: Origin; operation: Operation },
) =>
  runOperation(payouts.db, asked.operation, async (tx) => {
    await cancelIn(tx, payouts, asked)
    const after = await store.findPayout(tx, asked.id)
    if (!after) throw new Failure('NotFound')
    return { data: await shownPayout(tx, after) }
  })

/** The link is used up only if it does what it says. */
export const cancelPayoutByMail = async ({ wallet, ...ending }: Payouts, token: string, from: Origin) => {
  const { identity } = wallet
  await identity.limits.take('link', tokenHash(token).toString('hex'), from.address)
  await inTransaction(ending.db, async (tx) => {
    const { customer, subject } = await takeLink(tx, identity, 'cancel-payout', token)
    await cancelIn(tx, ending, { id: subject, customer, from })
  })
}

/** Ends one that may not leave any more, if it is still here: approved or not. Says whether it did. */
export const callOff = (
  ending: Ending,
  id: string,
  { reason, from, by }: { reason: EndReason; from: Origin; by: string },
): Promise<boolean> =>
  inTransaction(ending.db, async (tx) => {
    const payout = await lockWithSender(tx, id)
    const { state } = payout
    if (state !== 'Requested' && state !== 'Approved') return false
    const to = state === 'Requested' && reason === 'frozen' ? 'Cancelled' : 'Refused'
    await giveBack(tx, ending, payout, { to, reason, by, at: ending.now(), from })
    return true
  })

/** A freeze calls everything off that was asked for until then and is in no file yet: each in a transaction of its own. */
export const callOffAll = async (ending: Ending, customer: string, until: Date): Promise<void> => {
  const how = { reason: 'frozen', from: fromTheHouse, by: ownerOf(customer) } as const
  for (const id of await store.unsentOf(ending.db, customer, until)) await callOff(ending, id, how)
}
