import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Db, fencedBy } from './connect.ts'
import type { Fence } from './source.ts'

/** How long one counts without being renewed, and how often it is renewed, or looked for by those who wait. */
const leaseSeconds = 5
const stepMs = 1_000

type Lease = { name: string; holder: string; term: string }

const ending = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

/** Takes it where nobody has it, or its holder is silent for too long. What he does at this moment is not waited for. */
const take = async (db: Db, name: string, holder: string): Promise<Lease | undefined> => {
  await sql`insert into leases (name, holder, term, until) select ${name}, ${holder}, 0, '-infinity'
    where not exists (select from leases where name = ${name}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ term: string }>`
    update leases set holder = ${holder}, term = term + 1, until = ${ending}
    where name = (select name from leases where name = ${name} and until < clock_timestamp() for update skip locked)
    returning term`.execute(db)
  return rows[0] && { name, holder, term: rows[0].term }
}

/** False when it has gone to another one. */
const renew = async (db: Db, { name, holder, term }: Lease): Promise<boolean> => {
  const { rows } = await sql`update leases set until = ${ending}
    where name = ${name} and holder = ${holder} and term = ${term} returning 1`.execute(db)
  return rows.length > 0
}

const release = (db: Db, { name, holder, term }: Lease) =>
  sql`update leases set until = '-infinity' where name = ${name} and holder = ${holder} and term = ${term}`.execute(db)

/** It locks a row, which who only reads may not; and nothing that is read can be too late. */
export const fenceFor = ({ name, holder, term }: Lease): Fence => ({
  name: 'check-lease',
  text: 'select check_lease($1, $2, $3)',
  values: [name, holder, term],
  passesReading: true,
})

type Work = { stop: () => Promise<void> }

type Leading = {
  db: Db
  /** What only one process does at a time. */
  name: string
  log: Logger
  /** Begins it, with connections on which nothing is done any more once the lease is lost. */
  start: (db: Db) => Work | undefined
}

/**
 * Does something for as long as this process is the one that does it, and waits for its turn otherwise. A holder that dies is
 * followed within seconds, one that stops at once. One that was frozen meanwhile finds its transactions refused.
 */
export const lead = ({ db, name, log, start }: Leading): Work => {
  const holder = randomUUID()
  const stopping = new AbortController()
  let held: { lease: Lease; work: Work | undefined } | undefined

  const step = async () => {
    if (held && (await renew(db, held.lease))) return
    if (held) {
      log.warn({ lease: name }, 'another process has taken over')
      const { work } = held
      held = undefined
      await work?.stop()
      return
    }
    const lease = await take(db, name, holder)
    if (!lease) return
    log.info({ lease: name, term: lease.term }, 'this process does it now')
    held = { lease, work: start(fencedBy(db, fenceFor(lease))) }
  }

  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await step()
        failures = 0
      } catch (error) {
        if (failures++ === 0) log.warn({ err: error, lease: name }, 'a lease could not be taken or renewed')
      }
      await sleep(stepMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = run()
  return {
    stop: async () => {
      stopping.abort()
      await ended
      if (!held) return
      await held.work?.stop()
      // Else it ends by itself.
      await release(db, held.lease).catch((error) =>
        log.warn({ err: error, lease: name }, 'a lease was not given back'),
      )
    },
  }
}
