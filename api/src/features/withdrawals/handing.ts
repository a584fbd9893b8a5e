import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import * as calls from '@ingot/endpoints/withdrawal-desk'
import { writeAudit } from '@ingot/ledger/audit'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { refuseOwn } from './approving.ts'
import { followParcel } from './following-job.ts'
import { lockTracking } from './handing-store.ts'
import { codeOf, courierTokenOf, markDelivered, newHandover, releaseByCode } from './release.ts'
import { countWrongCode } from './release-store.ts'
import { withdrawalMoves } from './rules.ts'
import { withdrawalMail } from './sent-jobs.ts'
import { checkSerials } from './serials.ts'
import { shownWithdrawal } from './shown.ts'
import { findWithdrawal, type StoredWithdrawal } from './store.ts'
import { lockWithSender, type Withdrawals } from './withdrawals.ts'

type Reply = ReplyOf<typeof calls.readyWithdrawal>
type Asked = { person: Person; id: string; operation: Operation }
type Step = { by: string; operator: string; at: Date }

/** Where an operator sits is not for the customer's record. */
const fromTheHouse: Origin = { address: '', agent: '' }

/** One step of an operator, once: it is written down with who and why, and answered with how the withdrawal stands then. */
const stepOf = (
  withdrawals: Withdrawals,
  { person, id, operation }: Asked,
  { action, reason }: { action: string; reason?: string | undefined },
  work: (tx: Tx, withdrawal: StoredWithdrawal, step: Step) => Promise<Record<string, string>>,
): Promise<Reply> =>
  runOperation(withdrawals.db, operation, async (tx) => {
    const at = withdrawals.now()
    const withdrawal = await lockWithSender(tx, id)
    refuseOwn(withdrawal, person.id)
    const facts = await work(tx, withdrawal, { by: `operator:${person.id}`, operator: person.id, at })
    const after = await findWithdrawal(tx, id)
    if (!after) throw new Failure('NotFound')
    const shown = await shownWithdrawal(tx, after, at)
    const about = { customer: after.customer, thing: calls.withdrawalThing(id), reason, facts }
    await writeAudit(tx, { operator: person.id, action, ...about, at })
    return { data: shown }
  })

type MailKind = 'sent' | 'ready' | 'late' | 'returned' | 'lost'

export const tellOf = (
  tx: Tx,
  { outbox }: Pick<Withdrawals, 'outbox'>,
  { id, customer }: Pick<StoredWithdrawal, 'id' | 'customer'>,
  { kind, at }: { kind: MailKind | 'credited' | 'replaced'; at: Date },
) => outbox.send(tx, withdrawalMail, { customer, kind, withdrawal: id, at: at.toISOString(), ...fromTheHouse })

/** However it was typed: carriers print their numbers in groups. */
const plainTracking = (text: string): string => text.replaceAll(/[ -]/g, '').toUpperCase()

/** Every parcel goes under a number of its own, and one that goes again under a new one. */
const refuseKnown = async (tx: Tx, { id }: StoredWithdrawal, tracking: string): Promise<void> => {
  const known = await lockTracking(tx, tracking)
  if (known === id) throw new Failure('TrackingKnown', {}, 'It was sent under this number before. A new one is needed.')
  if (known) throw new Failure('TrackingKnown')
}

/** The carrier has it. What came back is scanned again, so that the same bars go once more. */
export const sendWithdrawal = (
  withdrawals: Withdrawals,
  asked: Asked,
  body: { tracking: string; serials?: string[] | undefined },
): Promise<Reply> =>
  stepOf(withdrawals, asked, { action: 'send-withdrawal' }, async (tx, withdrawal, { by, at }) => {
    const { id, state, way } = withdrawal
    if (state !== 'Packed' && state !== 'Returned') throw new Failure('StateChanged')
    if (way !== 'deliver') throw new Failure('StateChanged', {}, 'This is collected at the counter, not sent.')
    if (state === 'Returned') await checkSerials(tx, withdrawal, body.serials ?? [])
    const tracking = plainTracking(body.tracking)
    await refuseKnown(tx, withdrawal, tracking)
    // What was packed has its code since then, for the label; what goes once more gets a new one.
    if (state === 'Returned') await newHandover(tx, withdrawals, withdrawal, at)
    const set = { tracking, tracker: null, handed_at: at, last_scan_at: null, asked_at: null, reason: null }
    await advance(tx, withdrawalMoves, id, { from: state, to: 'Sent', by, at, set })
    await withdrawals.outbox.send(tx, followParcel, { withdrawal: id })
    await tellOf(tx, withdrawals, withdrawal, { kind: 'sent', at })
    return { Tracking: tracking }
  })

/** It lies at the counter. */
export const readyWithdrawal = (withdrawals: Withdrawals, asked: Asked): Promise<Reply> =>
  stepOf(withdrawals, asked, { action: 'ready-withdrawal' }, async (tx, withdrawal, { by, at }) => {
    const { id, state, way } = withdrawal
    if (state !== 'Packed') throw new Failure('StateChanged')
    if (way !== 'collect') throw new Failure('StateChanged', {}, 'This is sent by parcel, not collected.')
    await newHandover(tx, withdrawals, withdrawal, at)
    await advance(tx, withdrawalMoves, id, { from: 'Packed', to: 'Ready', by, at })
    await tellOf(tx, withdrawals, withdrawal, { kind: 'ready', at })
    return {}
  })

/** Whether somebody says the right code. A wrong one is counted, whatever becomes of the call, before another one is looked at. */
const isRightCode = (withdrawals: Withdrawals, id: string, code: string): Promise<boolean> =>
  inTransaction(withdrawals.db, async (tx) => {
    const withdrawal = await lockWithSender(tx, id)
    if (withdrawal.state !== 'Ready') throw new Failure('StateChanged')
    if (withdrawal.wrongCodes >= policy.withdrawalDates.wrongCodes) return false
    if (codeOf(withdrawals.kyc, withdrawal) === code) return true
    await countWrongCode(tx, id)
    return false
  })

/** At the counter, against the customer's code. */
export const handOverWithdrawal = async (
  withdrawals: Withdrawals,
  asked: Asked & { from: Origin },
  { code }: { code: string },
): Promise<Reply> => {
  const { id, from } = asked
  await withdrawals.wallet.identity.limits.take('parcel-code', id, from.address)
  if (!(await isRightCode(withdrawals, id, code))) throw new Failure('ReleaseRefused')
  return stepOf(withdrawals, asked, { action: 'hand-over-withdrawal' }, async (tx, withdrawal, { by }) => {
    if (withdrawal.state !== 'Ready') throw new Failure('StateChanged')
    if ((await releaseByCode(tx, withdrawals, withdrawal, code, { by })) !== 'released')
      throw new Failure('ReleaseRefused')
    return {}
  })
}

/** Another code for the same handover: the label leads where it did, and no time begins anew. */
export const renewReleaseCode = (withdrawals: Withdrawals, asked: Asked, { reason }: { reason: string }) =>
  stepOf(withdrawals, asked, { action: 'renew-release-code', reason }, async (tx, withdrawal, { at }) => {
    const { state, handovers, handedAt } = withdrawal
    const token = courierTokenOf(withdrawals.kyc, withdrawal)
    if ((state !== 'Sent' && state !== 'Late' && state !== 'Ready') || token === null) throw new Failure('StateChanged')
    if (handovers >= policy.withdrawalDates.codesMost)
      throw new Failure('StateChanged', {}, 'It has had as many codes as it can have. Please have it come back.')
    await newHandover(tx, withdrawals, withdrawal, handedAt ?? at, token)
    return {}
  })

/** It came back, or nobody collected it. */
export const returnWithdrawal = (withdrawals: Withdrawals, asked: Asked, { reason }: { reason: string }) =>
  stepOf(withdrawals, asked, { action: 'return-withdrawal', reason }, async (tx, withdrawal, { by, at }) => {
    const { id, state } = withdrawal
    if (state !== 'Sent' && state !== 'Late' && state !== 'Ready') throw new Failure('StateChanged')
    // What was late is found again by its coming back.
    if (state === 'Late') await advance(tx, withdrawalMoves, id, { from: 'Late', to: 'Sent', by, why: reason, at })
    const words = state === 'Ready' ? 'It was not collected.' : 'It came back to us.'
    const set = { reason: words, release_code: null, courier_link: null }
    await advance(tx, withdrawalMoves, id, { to: 'Returned', by, why: reason, at, set })
    await tellOf(tx, withdrawals, withdrawal, { kind: 'returned', at })
    return {}
  })

/** The carrier has proof of it, which an operator has seen. */
export const deliverWithdrawal = (withdrawals: Withdrawals, asked: Asked, { reason }: { reason: string }) =>
  stepOf(withdrawals, asked, { action: 'deliver-withdrawal', reason }, async (tx, withdrawal, { by, at }) => {
    if (withdrawal.state !== 'Sent' && withdrawal.state !== 'Late') throw new Failure('StateChanged')
    await markDelivered(tx, withdrawals, withdrawal, { by, at, how: 'carrier', why: reason })
    return {}
  })

/** The carrier has lost it. */
export const loseWithdrawal = (withdrawals: Withdrawals, asked: Asked, { reason }: { reason: string }) =>
  stepOf(withdrawals, asked, { action: 'lose-withdrawal', reason }, async (tx, withdrawal, { by, at }) => {
    const { id, state } = withdrawal
    // A dispute is decided in the queue.
    if (state !== 'Sent' && state !== 'Late') throw new Failure('StateChanged')
    const set = { reason: 'The carrier has lost it.', release_code: null, courier_link: null }
    await advance(tx, withdrawalMoves, id, { from: state, to: 'Lost', by, why: reason, at, set })
    await tellOf(tx, withdrawals, withdrawal, { kind: 'lost', at })
    return {}
  })
