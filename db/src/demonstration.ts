import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './connect.ts'
import { ProblemForPeople } from './problem.ts'

/** How soon a process knows that the clock of a demonstration was set. */
const followMilliseconds = 100

/** How far the time of a demonstration is behind, in seconds; undefined for any other database. */
export const readBehind = async (db: Db): Promise<number | undefined> => {
  const { rows } = await sql<{ behind_seconds: string }>`select behind_seconds from demonstration_clock`.execute(db)
  return rows[0] && Number(rows[0].behind_seconds)
}

/** In production, times that somebody has set prove nothing. */
export const refuseDemonstration = async (db: Db, environment: string | undefined) => {
  if (environment === 'production' && (await readBehind(db)) !== undefined)
    throw new ProblemForPeople(
      'The database was made as a demonstration, whose clock can be set: production needs a database of its own.',
    )
}

/** Sets the clock of a demonstration, as the owner of its database. The database refuses to set it back. */
export const setBehind = async (ownerUrl: string, seconds: number) => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'ingot-demonstration' })
  await client.connect()
  try {
    const { rowCount } = await client.query('update demonstration_clock set behind_seconds = $1', [seconds])
    if (!rowCount) throw new ProblemForPeople('The clock is set in a demonstration only, and this database is none.')
  } finally {
    await client.end()
  }
}

export type Clock = {
  now: () => Date
  /** Waits for so long by this clock: if it is set forwards meanwhile, the time is over. Rejects when it is told to end. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  stop: () => Promise<void>
}

const clockOnTheWall: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  stop: async () => undefined,
}

/** The clock that the services of a process go by: the one on the wall, unless this is a demonstration that is behind. */
export const openClock = async (db: Db, environment: string | undefined): Promise<Clock> => {
  await refuseDemonstration(db, environment)
  const behind = environment === 'production' ? undefined : await readBehind(db)
  return behind ? followClock(db, behind) : clockOnTheWall
}

/** Looks again and again how far it is behind, until it no longer is. */
const followClock = (db: Db, begin: number): Clock => {
  const stopping = new AbortController()
  let behind = begin
  let set = new AbortController()
  const follow = async () => {
    while (behind > 0 && !stopping.signal.aborted) {
      await sleep(followMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined)
      const found = await readBehind(db).catch(() => behind)
      if (found === behind) continue
      behind = found ?? 0
      set.abort()
      set = new AbortController()
    }
  }
  const ended = follow()
  return {
    now: () => new Date(Date.now() - behind * 1000),
    sleep: async (milliseconds, signal) => {
      const until = AbortSignal.any([signal, set.signal])
      await sleep(milliseconds, undefined, { signal: until }).catch(() => signal.throwIfAborted())
    },
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}
