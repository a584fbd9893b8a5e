import type { Db, Tx } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import { type Carrier, CarrierMessageRefused, type FollowedParcel, type Scan } from '@ingot/providers/carrier/port'
import type { Logger } from 'pino'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { type Deps, once } from '../../feature.ts'
import { withdrawalDates } from '../../policy-withdrawals.ts'
import type { SignedBody } from '../../signed-body.ts'
import { followParcel } from './following-job.ts'
import * as store from './following-store.ts'
import { tellOf } from './handing.ts'
import { markDelivered } from './release.ts'
import { withdrawalMoves } from './rules.ts'
import { findWithdrawal, lockWithdrawal, type StoredWithdrawal } from './store.ts'

/** What following parcels works with. Without a carrier operators follow them by hand. */
export type Following = { db: Db; now: () => Date; outbox: Outbox; log: Logger; carrier: Carrier | null }

export const followingOf = once(
  ({ db, now, outbox, log, carrier = null }: Deps): Following => ({ db, now, outbox, log, carrier }),
)

const hour = 3600_000

const isOnItsWay = ({ state }: StoredWithdrawal): boolean => state === 'Sent' || state === 'Late'

/** Statuses with which somebody has held the parcel in hand. A printed label or a mistake of a machine is no word of it. */
const seen: readonly Scan['status'][] = [
  'in_transit',
  'out_for_delivery',
  'available_for_pickup',
  'delivered',
  'return_to_sender',
  'failure',
]

type Outcome = { to: 'Delivered'; reason: null } | { to: 'Returned' | 'Lost'; reason: string }

export const mailOf = { Returned: 'returned', Lost: 'lost', Late: 'late' } as const

/**
 * What has become of a parcel, by the scans of this handover. One that turned back was not delivered, though it is handed over to us in
 * the end; one that was lost and is scanned again was found.
 */
const outcomeOf = ({ status }: FollowedParcel, scans: readonly Scan[]): Outcome | null => {
  const isSeen = (wanted: Scan['status']) => scans.some((scan) => scan.status === wanted)
  if (isSeen('return_to_sender')) return { to: 'Returned', reason: 'The carrier brought it back.' }
  if (status === 'delivered' && isSeen('delivered')) return { to: 'Delivered', reason: null }
  return scans.at(-1)?.isLost ? { to: 'Lost', reason: 'The carrier has lost it.' } : null
}

/** No code opens what is not on its way any more. */
const handedOver = { release_code: null, courier_link: null }

const conclude = async (
  tx: Tx,
  following: Following,
  withdrawal: StoredWithdrawal,
  outcome: Outcome,
): Promise<void> => {
  const [{ id, state }, at, by] = [withdrawal, following.now(), 'carrier']
  const { to, reason } = outcome
  if (to === 'Delivered')
    return markDelivered(tx, following, withdrawal, { by, at, how: 'carrier', why: 'the carrier’s proof' })
  if (state === 'Late' && to !== 'Lost') await advance(tx, withdrawalMoves, id, { to: 'Sent', by, at })
  await advance(tx, withdrawalMoves, id, { to, by, at, set: { ...handedOver, reason }, why: reason })
  await tellOf(tx, following, withdrawal, { kind: mailOf[to], at })
}

/** Brings one to what the carrier said about the handover that was asked about. Told again, it changes nothing. */
const bring = async (tx: Tx, following: Following, asked: StoredWithdrawal, parcel: FollowedParcel): Promise<void> => {
  const { now, log } = following
  const at = now()
  const row = await lockWithdrawal(tx, asked.id)
  if (!row || !isOnItsWay(row) || row.handovers !== asked.handovers || row.tracking !== asked.tracking) return
  if (row.tracker === null && !(await store.saveTracker(tx, row.id, parcel)))
    return log.error({ withdrawal: row.id }, 'the carrier follows another parcel by the same number')
  if (row.tracker !== null && row.tracker !== parcel.tracker) return

  const since = (row.handedAt ?? at).getTime() - withdrawalDates.scanLeadHours * hour
  const scans = parcel.scans.filter((scan) => scan.at.getTime() >= since)
  const kept = { withdrawal: row.id, tracker: parcel.tracker, most: withdrawalDates.scansMost }
  const added = await store.addScans(tx, kept, scans)
  const last = scans.filter(({ key, status }) => added.has(key) && seen.includes(status)).at(-1)
  // What is said to be scanned tomorrow was scanned now at the latest, and is no news any more when it is read again.
  const heardAt = last && new Date(Math.min(last.at.getTime(), at.getTime()))
  if (heardAt) await store.saveHeard(tx, row.id, heardAt)

  const outcome = outcomeOf(parcel, scans)
  if (outcome) return conclude(tx, following, row, outcome)
  const isNews = heardAt && heardAt > lateBefore(at)
  if (row.state === 'Late' && isNews) await advance(tx, withdrawalMoves, row.id, { to: 'Sent', by: 'carrier', at })
}

/** What was not heard of since then is late. */
export const lateBefore = (now: Date): Date => new Date(now.getTime() - withdrawalDates.lateDays * 24 * hour)

/** Asks the carrier about one parcel, outside of any transaction, and brings it to what is said. May run at any time, and twice at once. */
export const follow = async (following: Following, id: string): Promise<void> => {
  const { db, carrier } = following
  const row = await findWithdrawal(db, id)
  if (!carrier || !row || !isOnItsWay(row) || row.tracking === null) return
  const parcel = row.tracker === null ? await carrier.follow(row.tracking) : await carrier.read(row.tracker)
  await inTransaction(db, (tx) => bring(tx, following, row, parcel))
}

/**
 * A message only says that something changed: what is true now is asked by a job, so messages may come twice, late, in any order or
 * never. What is about no parcel of ours that is on its way changes nothing.
 */
export const receiveMessage = async (following: Following, sent: SignedBody, from: Origin): Promise<void> => {
  const { db, outbox } = following
  const named = readMessage(following, sent, from)
  if (!named) return
  await inTransaction(db, async (tx) => {
    const withdrawal = await store.findFollowed(tx, named)
    if (withdrawal) await outbox.send(tx, followParcel, { withdrawal })
  })
}

/** Where there is no carrier, no message is its. */
const readMessage = ({ carrier, log }: Following, { bytes, headers }: SignedBody, from: Origin) => {
  if (!carrier) throw new Failure('SignatureInvalid')
  try {
    return carrier.readMessage(bytes, headers)
  } catch (error) {
    if (!(error instanceof CarrierMessageRefused)) throw error
    const { reason } = error
    log.warn({ reason, address: from.address }, 'a message about parcels was refused')
    throw new Failure(reason === 'content' ? 'InvalidInput' : 'SignatureInvalid')
  }
}
