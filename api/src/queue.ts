import type { Db, Tx } from '@ingot/db/connect'
import type { Waiting } from '@ingot/endpoints/desk'
import type { Role } from '@ingot/endpoints/roles'
import { type RawBuilder, sql } from 'kysely'

/** What waits is counted so far and no further, so that a long queue costs no more than a short one. */
export const mostCounted = 1_000

/** How many wait, and since when the oldest does. */
export type Sum = { count: number; oldestAt: Date | null }

/** Where a page begins: after the one that waits since then under this id. */
export type Place = { micros: string; id: string }

/** Something that waits, and where the page after it begins. */
export type Queued = Omit<Waiting, 'taken' | 'mayTake'> & { place: Place }

/** The operator who decides, by the id that he has among customers, and when. */
export type Decider = { operator: string; at: Date }

/** What waits for operators, as the feature whose it is declares it. */
export type Queue = {
  /** Its name on the wire. */
  name: string
  title: string
  /** Who sees it and decides in it. An Auditor sees every one and decides in none. */
  roles: readonly Role[]
  /** The words that may stand for how something in it stands. */
  states: readonly string[]
  /** One look into an index of what waits. */
  sum: () => Promise<Sum>
  /** So many after a place, oldest first, by an index of what waits. */
  read: (after: Place, limit: number) => Promise<Queued[]>
  /**
   * What one operator may do alone, by its action, which is also its name in the audit log. Answers whom it concerns; throws
   * NotFound where there is no such thing, and StateChanged where somebody was quicker.
   */
  decisions?: Readonly<
    Record<string, (tx: Tx, id: string, reason: string, by: Decider) => Promise<{ customer: string | null }>>
  >
}

export const beginning: Place = { micros: '0', id: '' }

/** A place as a cursor, and back. Whatever else somebody sends begins anew. */
export const cursorOf = ({ micros, id }: Place): string => `${micros}.${id}`

export const placeOf = (cursor: string | undefined): Place => {
  const [, micros, id] = /^([0-9]{1,17})\.([0-9a-z-]{1,40})$/.exec(cursor ?? '') ?? []
  return micros === undefined || id === undefined ? beginning : { micros, id }
}

/** Ids that came from outside, as the database can compare them. */
export const uuidIn = ({ id }: Pick<Place, 'id'>): string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : '00000000-0000-0000-0000-000000000000'

export const numberIn = ({ id }: Pick<Place, 'id'>): string => (/^[0-9]{1,18}$/.test(id) ? id : '0')

export const isUuid = (id: string): boolean => uuidIn({ id }) === id

/** A moment to the microsecond: what comes after it is found exactly. */
export const microsOf = (moment: RawBuilder<unknown>) => sql<string>`(extract(epoch from ${moment}) * 1000000)::bigint`

export const momentOf = ({ micros }: Place) =>
  sql`('epoch'::timestamptz + ${micros}::float8 * interval '1 microsecond')`

/** Of rows that have a `since`. */
export const sumOf = async (db: Db, waiting: RawBuilder<unknown>): Promise<Sum> => {
  const { rows } = await sql<Sum>`
    select count(*)::int as count, min(since) as "oldestAt"
    from (select since from (${waiting}) waiting order by since limit ${mostCounted}) counted`.execute(db)
  return rows[0] ?? { count: 0, oldestAt: null }
}
