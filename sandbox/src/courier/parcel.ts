import { randomBytes } from 'node:crypto'

/** How a message about a parcel travels, while it does. */
export type Delivery = { attempt: number; dueMs: number; copies: number; overtake?: boolean }

export type ParcelStatus =
  | 'pre_transit'
  | 'in_transit'
  | 'out_for_delivery'
  | 'delivered'
  | 'return_to_sender'
  | 'failure'

export type ParcelScan = { atMs: number; status: ParcelStatus; detail: string; message: string; city: string }

/** A message, which tells of the parcel as it was then. */
export type ParcelEvent = { id: string; createdMs: number; scans: number; delivery: Delivery | null }

export type Parcel = {
  id: string
  tracking: string
  carrier: string
  createdMs: number
  signedBy: string | null
  /** As the courier noted them, which need not be as they happened. */
  scans: ParcelScan[]
  events: ParcelEvent[]
}

/** What a courier does with a parcel, or does not. */
export const ACTS = ['scan', 'out', 'deliver', 'lose', 'return', 'fail'] as const
export type Act = (typeof ACTS)[number]

const SCANS: Record<Act, Omit<ParcelScan, 'atMs'>> = {
  scan: { status: 'in_transit', detail: 'arrived_at_facility', message: 'Arrived at a facility', city: 'Sandford' },
  out: { status: 'out_for_delivery', detail: 'out_for_delivery', message: 'Out for delivery', city: 'Boxley' },
  deliver: { status: 'delivered', detail: 'arrived_at_destination', message: 'Delivered', city: 'Boxley' },
  lose: { status: 'failure', detail: 'lost', message: 'The parcel cannot be found', city: 'Sandford' },
  return: { status: 'return_to_sender', detail: 'return', message: 'Returned to sender', city: 'Sandford' },
  fail: { status: 'failure', detail: 'delivery_exception', message: 'Nobody was at home', city: 'Boxley' },
}

export const LABEL: Omit<ParcelScan, 'atMs'> = {
  ...{ status: 'pre_transit', detail: 'label_created', message: 'Label created' },
  city: '',
}

export const scanOf = (act: Act, atMs: number): ParcelScan => ({ ...SCANS[act], atMs })

export const newId = (kind: string): string => `${kind}_${randomBytes(16).toString('hex')}`

/** The last by its time. */
const latest = (scans: ParcelScan[]): ParcelScan | undefined =>
  scans.reduce<ParcelScan | undefined>((last, scan) => (last && last.atMs > scan.atMs ? last : scan), undefined)

export const statusOf = ({ scans }: Pick<Parcel, 'scans'>): ParcelStatus => latest(scans)?.status ?? 'pre_transit'

const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

/** As the protocol writes a parcel down, with as many scans as there were. */
export const trackerJson = (parcel: Parcel, scans: number = parcel.scans.length) => {
  const told = parcel.scans.slice(0, scans)
  const last = latest(told)
  return {
    ...{ id: parcel.id, object: 'Tracker', mode: 'test', tracking_code: parcel.tracking, carrier: parcel.carrier },
    status: last?.status ?? 'pre_transit',
    status_detail: last?.detail ?? 'unknown',
    signed_by: last?.status === 'delivered' ? parcel.signedBy : null,
    created_at: timeOf(parcel.createdMs),
    updated_at: timeOf(last?.atMs ?? parcel.createdMs),
    tracking_details: told.map(({ atMs, status, detail, message, city }) => ({
      ...{ object: 'TrackingDetail', message, description: '', status, status_detail: detail },
      datetime: timeOf(atMs),
      source: parcel.carrier,
      tracking_location: {
        ...{ object: 'TrackingLocation', city: city || null, state: null },
        country: city && 'GB',
        zip: null,
      },
    })),
  }
}

export const eventJson = (parcel: Parcel, event: ParcelEvent) => ({
  ...{ id: event.id, object: 'Event', mode: 'test', description: 'tracker.updated', status: 'pending' },
  created_at: timeOf(event.createdMs),
  previous_attributes: {},
  result: trackerJson(parcel, event.scans),
})
