/** How a parcel is, in the words of those who follow parcels. */
export const parcelStatuses = [
  'unknown',
  'pre_transit',
  'in_transit',
  'out_for_delivery',
  'available_for_pickup',
  'delivered',
  'return_to_sender',
  'failure',
  'cancelled',
  'error',
] as const
export type ParcelStatus = (typeof parcelStatuses)[number]

/** Something that the carrier has noted of a parcel. */
export type Scan = {
  /** Tells it from the others of the same parcel, however often it is read. */
  key: string
  at: Date
  status: ParcelStatus
  /** The carrier says that it cannot find the parcel any more. */
  isLost: boolean
  words: string
  place: string
}

/** A parcel as the carrier knows it now. */
export type FollowedParcel = {
  /** The carrier's own id for following it. */
  tracker: string
  tracking: string
  /** Who carries it, where that is known. */
  carrier: string | null
  status: ParcelStatus
  /** Oldest first. */
  scans: readonly Scan[]
}

/** Whoever knows where parcels are. */
export type Carrier = {
  /** Has a number followed. One that is followed already is found again. */
  follow: (tracking: string) => Promise<FollowedParcel>
  read: (tracker: string) => Promise<FollowedParcel>
  /** Which parcel a message is about; null for one about something else. Throws CarrierMessageRefused for what is not the carrier's. */
  readMessage: (
    bytes: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ) => { tracker: string; tracking: string } | null
}

/** The carrier could not be asked, or not now. Neither this nor the next names a person, so that both can be logged. */
export class CarrierUnavailable extends Error {
  override name = 'CarrierUnavailable'
}

/** The carrier says no, and would again. */
export class CarrierRefused extends Error {
  override name = 'CarrierRefused'
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** A message that does not count: it is forged, of the other mode, or says nothing. */
export class CarrierMessageRefused extends Error {
  override name = 'CarrierMessageRefused'
  readonly reason: 'signature' | 'mode' | 'content'

  constructor(reason: CarrierMessageRefused['reason']) {
    super(`the ${reason} of the message is not right`)
    this.reason = reason
  }
}
