import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { record } from '../identity/identity.ts'
import { tokenHash } from '../identity/keys.ts'
import { takeLink } from '../wallet/links.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { bookBack } from './booking.ts'
import { withdrawalMoves } from './rules.ts'
import { withdrawalMail } from './sent-jobs.ts'
import { disputeUntil, shownWithdrawal } from './shown.ts'
import { findStop, listOfOrder, listStopped, type StopReason, unpackedOf } from './stopping-store.ts'
import type { StoredWithdrawal } from './store.ts'
import { lockWithSender, type Withdrawals } from './withdrawals.ts'

/** What it takes to end one, and to tell of it. */
export type Ending = Pick<Withdrawals, 'db' | 'now' | 'outbox'>

/** What the clock, the carrier or an operator did is from nowhere: where an operator sits is not for the customer's record. */
export const fromTheHouse: Origin = { address: '', agent: '' }

const stopWords: Record<StopReason, string> = {
  frozen: 'The account was frozen.',
  debt: 'Something was owed.',
  short: 'Gold that was set aside for it was taken back, since its payment was.',
}

type End = {
  to: 'Cancelled' | 'Refused' /** In words, for its customer. */
  reason: string
  by: string
  at: Date
  from: Origin
  isTold: boolean
}

/** Ends one that is not packed: what was set aside is the customer's again, and its bars can be had by others. */
export const giveBack = async (
  tx: Tx,
  { outbox }: Pick<Ending, 'outbox'>,
  withdrawal: StoredWithdrawal,
  { to, reason, by, at, from, isTold }: End,
): Promise<void> => {
  const { id, customer } = withdrawal
  const { entry } = await bookBack(tx, withdrawal, { by, at })
  const set = { ended_at: at, reason, ended_entry: entry === null ? null : String(entry) }
  await advance(tx, withdrawalMoves, id, { to, by, why: reason, at, set })
  await record(
    tx,
    { now: () => at },
    { customer, kind: to === 'Cancelled' ? 'withdrawal-cancelled' : 'withdrawal-ended', from },
  )
  if (isTold)
    await outbox.send(tx, withdrawalMail, { customer, kind: 'ended', withdrawal: id, at: at.toISOString(), ...from })
}

const isUnpacked = ({ state }: Pick<StoredWithdrawal, 'state'>) => state === 'Requested' || state === 'Approved'

type ByCustomer = { id: string; customer: string; from: Origin }

/** By the customer, as long as it is not packed. */
const cancelIn = async (tx: Tx, ending: Ending, { id, customer, from }: ByCustomer) => {
  const withdrawal = await lockWithSender(tx, id, customer)
  if (!isUnpacked(withdrawal)) throw new Failure('StateChanged')
  const how = {
    to: 'Cancelled',
    reason: 'You cancelled it.',
    by: ownerOf(customer),
    at: ending.now(),
    from,
    isTold: false,
  } as const
  await giveBack(tx, ending, withdrawal, how)
}

const shownAgain = async (tx: Tx, { now }: Ending, { id, customer }: ByCustomer) => ({
  data: await shownWithdrawal(tx, await lockWithSender(tx, id, customer), now()),
})

export const cancelWithdrawal = (withdrawals: Withdrawals, asked: ByCustomer & { operation: Operation }) =>
  runOperation(withdrawals.db, asked.operation, async (tx) => {
    await cancelIn(tx, withdrawals, asked)
    return shownAgain(tx, withdrawals, asked)
  })

/** The link is of the first parcel and means all that were asked for with it. It is used up only if it cancels something. */
export const cancelByMail = async ({ wallet, ...withdrawals }: Withdrawals, token: string, from: Origin) => {
  const { identity } = wallet
  await identity.limits.take('link', tokenHash(token).toString('hex'), from.address)
  await inTransaction(withdrawals.db, async (tx) => {
    const { customer, subject } = await takeLink(tx, identity, 'cancel-withdrawal', token)
    const { order } = await lockWithSender(tx, subject, customer)
    const unpacked = await listOfOrder(tx, order)
    if (unpacked.length === 0) throw new Failure('StateChanged')
    for (const id of unpacked) await cancelIn(tx, withdrawals, { id, customer, from })
  })
}

/** Ends one that may not leave any more, if it is still here: approved or not. Says whether it did. */
const callOff = (ending: Ending, id: string, { reason, by }: { reason: StopReason; by: string }): Promise<boolean> =>
  inTransaction(ending.db, async (tx) => {
    const withdrawal = await lockWithSender(tx, id)
    if (!isUnpacked(withdrawal)) return false
    // What is found before the lock may be settled by now.
    if (by === 'clock' && (await findStop(tx, id)) === undefined) return false
    const to = withdrawal.state === 'Requested' && reason === 'frozen' ? 'Cancelled' : 'Refused'
    // Who froze his account knows.
    const how = {
      to,
      reason: stopWords[reason],
      by,
      at: ending.now(),
      from: fromTheHouse,
      isTold: reason !== 'frozen',
    } as const
    await giveBack(tx, ending, withdrawal, how)
    return true
  })

/** A freeze calls everything off that was asked for until then and is not packed: each in a transaction of its own. */
export const callOffAll = async (ending: Ending, customer: string, until: Date): Promise<void> => {
  for (const id of await unpackedOf(ending.db, customer, until))
    await callOff(ending, id, { reason: 'frozen', by: ownerOf(customer) })
}

export const dueToStop = ({ db }: Pick<Ending, 'db'>, after: string | null, most: number) =>
  listStopped(db, { after, most })

/** Calls one off by the clock: whatever did so at the time may have been interrupted, and debts come at any time. */
export const stopOne = (ending: Ending, { id, reason }: { id: string; reason: StopReason }) =>
  callOff(ending, id, { reason, by: 'clock' })

/** Once, within the days in which a parcel can be looked for. */
export const disputeWithdrawal = (
  withdrawals: Withdrawals,
  words: string,
  asked: ByCustomer & { operation: Operation },
) =>
  runOperation(withdrawals.db, asked.operation, async (tx) => {
    const withdrawal = await lockWithSender(tx, asked.id, asked.customer)
    const [at, until] = [withdrawals.now(), disputeUntil(withdrawal)]
    if (until === null || at >= until) throw new Failure('StateChanged')
    const { id, customer } = withdrawal
    const set = { disputed_at: at, dispute: words }
    await advance(tx, withdrawalMoves, id, {
      to: 'Disputed',
      by: ownerOf(customer),
      why: 'its customer says so',
      at,
      set,
    })
    await record(tx, { now: () => at }, { customer, kind: 'withdrawal-disputed', from: asked.from })
    return shownAgain(tx, withdrawals, asked)
  })
