import { createHash } from 'node:crypto'
import { CarrierUnavailable, type FollowedParcel, type ParcelStatus, parcelStatuses, type Scan } from './port.ts'

// What EasyPost says, made of it what we go by. It may say anything, so every part is looked at and cut to a length.

export type Json = Record<string, unknown>

const mostScans = 300
const longestWords = 300
const longestPlace = 200
const longestName = 100
/** As the ids and numbers look that are put into paths and rows. */
const idLike = /^[\w-]{1,100}$/
const numberLike = /^[\w -]{1,60}$/

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

export const parsed = (text: string): Json => {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/** One line of visible text. */
const lineOf = (value: unknown, longest: number): string =>
  typeof value === 'string'
    ? value
        .slice(0, 4 * longest)
        .replace(/[\p{C}\p{Z}]+/gu, ' ')
        .trim()
        .slice(0, longest)
    : ''

const statusOf = (value: unknown): ParcelStatus => parcelStatuses.find((known) => known === value) ?? 'unknown'

const placeOf = (value: unknown): string => {
  const { city, state, zip, country } = objectOf(value)
  const parts = [city, state, zip, country].map((part) => lineOf(part, longestPlace)).filter((part) => part !== '')
  return parts.join(', ').slice(0, longestPlace)
}

const scanOf = (value: unknown): Omit<Scan, 'key'> | null => {
  const { datetime, status, status_detail: detail, message, tracking_location: location } = objectOf(value)
  const at = new Date(typeof datetime === 'string' ? datetime : Number.NaN)
  // Whatever is outside of these is no time of a scan.
  if (!(at.getTime() > 0 && at.getUTCFullYear() < 2200)) return null
  const words = lineOf(message, longestWords)
  return { at, status: statusOf(status), isLost: detail === 'lost', words, place: placeOf(location) }
}

/** By what it says and not by its place in the list: others may come before it. */
const keyOf = ({ at, status, words, place }: Omit<Scan, 'key'>): string =>
  createHash('sha256')
    .update(JSON.stringify([at.toISOString(), status, words, place]))
    .digest('hex')
    .slice(0, 32)

const scansOf = (value: unknown): Scan[] => {
  const given = Array.isArray(value) ? value.slice(-mostScans) : []
  const scans = given.map(scanOf).filter((scan) => scan !== null)
  return scans.map((scan) => ({ key: keyOf(scan), ...scan })).sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Which parcel something is about, if it is about one. */
export const namedIn = (json: Json): { tracker: string; tracking: string } | null => {
  const { id, tracking_code: tracking } = json
  if (typeof id !== 'string' || !idLike.test(id)) return null
  return typeof tracking === 'string' && numberLike.test(tracking) ? { tracker: id, tracking } : null
}

export const parcelOf = (json: Json): FollowedParcel => {
  const named = namedIn(json)
  if (!named) throw new CarrierUnavailable('The carrier named no parcel')
  return {
    ...named,
    carrier: lineOf(json.carrier, longestName) || null,
    status: statusOf(json.status),
    scans: scansOf(json.tracking_details),
  }
}
