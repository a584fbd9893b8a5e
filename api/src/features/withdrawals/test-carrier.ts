import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import {
  type Carrier,
  CarrierMessageRefused,
  CarrierRefused,
  CarrierUnavailable,
  type FollowedParcel,
  type ParcelStatus,
  type Scan,
} from '@ingot/providers/carrier/port'
import { sql } from 'kysely'

export const goodSignature = 'the carrier’s own'

type Noted = { status: ParcelStatus; at: Date; isLost?: boolean; words?: string }

/** For tests: a carrier in memory, who knows what it was told and counts how often it was asked. */
export const createTestCarrier = () => {
  const parcels = new Map<string, FollowedParcel>()
  let state: 'well' | 'away' | 'refusing' = 'well'
  const asked = { follow: 0, read: 0 }
  let meanwhile = async (): Promise<unknown> => undefined
  const answer = (found: FollowedParcel | undefined): FollowedParcel => {
    if (state === 'away') throw new CarrierUnavailable('The carrier is away')
    if (state === 'refusing' || !found) throw new CarrierRefused('The carrier answered 404', 404)
    return found
  }
  const carrier: Carrier = {
    follow: async (tracking) => {
      asked.follow += 1
      const known = parcels.get(tracking)
      const made: FollowedParcel = {
        ...{ tracker: `trk_${randomUUID()}`, tracking, carrier: 'TestCarrier' },
        ...{ status: 'pre_transit', scans: [] },
      }
      const parcel = answer(known ?? made)
      parcels.set(tracking, parcel)
      return parcel
    },
    read: async (tracker) => {
      asked.read += 1
      await meanwhile()
      return answer([...parcels.values()].find((parcel) => parcel.tracker === tracker))
    },
    readMessage: (bytes, headers) => {
      if (headers['x-hmac-signature'] !== goodSignature) throw new CarrierMessageRefused('signature')
      const { tracker, tracking } = JSON.parse(bytes.toString())
      if (typeof tracker !== 'string') throw new CarrierMessageRefused('content')
      return { tracker, tracking }
    },
  }
  /** Notes something of a parcel, which may be earlier than what it has noted before. */
  const note = (tracking: string, { status, at, isLost = false, words = 'Noted' }: Noted): void => {
    const parcel = parcels.get(tracking)
    if (!parcel) throw new Error(`nobody follows ${tracking}`)
    const scan: Scan = { key: `${at.toISOString()} ${status}`, at, status, isLost, words, place: 'Testville' }
    const scans = [...parcel.scans, scan].sort((a, b) => a.at.getTime() - b.at.getTime())
    parcels.set(tracking, { ...parcel, scans, status: scans.at(-1)?.status ?? 'unknown' })
  }
  const be = (next: typeof state) => {
    state = next
  }
  /** What happens while it is asked, once. */
  const interrupt = (work: () => Promise<unknown>) => {
    meanwhile = () => {
      meanwhile = async () => undefined
      return work()
    }
  }
  return { carrier, parcels, asked, note, be, interrupt }
}

type Wanted = { customer?: string; way?: 'deliver' | 'collect'; at: Date; tracking?: string | null }

let parcelsMade = 0

/** For tests: one that was packed and handed over, without anybody having asked for it. */
export const insertHandedOver = async (
  db: Db,
  { customer = randomUUID(), way = 'deliver', at, tracking = `TEST-${++parcelsMade}` }: Wanted,
): Promise<{ id: string; tracking: string }> => {
  const id = randomUUID()
  const state = way === 'deliver' ? 'Sent' : 'Ready'
  await sql`
    insert into withdrawals (id, order_id, parcel, parcels, customer, asset, units, way, making_cents, handling_cents, carriage_cents,
      insurance_cents, insured_cents, fee_asset, fee_units, price, policy_version, state, requested_at, approved_at, approved_by,
      packed_at, packed_by, handovers, handed_at, tracking, request_entry, packed_entry, movement, release_code, courier_link)
    values (${id}, ${randomUUID()}, 1, 1, ${customer}, 'QMGT', 1, ${way}, 0, 0, 0, 0, 0, 'USDT', 0, '100', 0, ${state}, ${at}, ${at},
      ${randomUUID()}, ${at}, ${randomUUID()}, 1, ${at}, ${way === 'deliver' ? tracking : null}, 1,
      nextval(pg_get_serial_sequence('withdrawals', 'number')), ${randomUUID()}, '\\x01', ${Buffer.from(randomUUID())})`.execute(
    db,
  )
  return { id, tracking: tracking ?? '' }
}
