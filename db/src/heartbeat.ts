import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './connect.ts'

/** How often a process says that it lives, and after how long a silence it counts as stopped. */
const heartbeatSeconds = 5
const silentAfterSeconds = 20
/** So long one that was killed can be looked up. */
const rememberedSeconds = 3600

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const isAlive = sql<boolean>`seen_at > clock_timestamp() - make_interval(secs => ${silentAfterSeconds})`

const beat = async (db: Db, id: string, role: string) => {
  await sql`
    with forgotten as (
      delete from processes where seen_at < clock_timestamp() - make_interval(secs => ${rememberedSeconds}))
    insert into processes (id, role, host, pid, version) values (${id}, ${role}, ${hostname()}, ${process.pid}, ${version})
    on conflict (id) do update set seen_at = clock_timestamp()`.execute(db)
  // Whoever serves is asked directly whether he does; of those behind the scenes customers are told by their part.
  if (role === 'api') return
  await db
    .insertInto('heartbeats')
    .values({ part: role, beat_at: sql`now()` })
    .onConflict((conflict) => conflict.column('part').doUpdateSet({ beat_at: sql`now()` }))
    .execute()
}

/** Says that this process lives, until it is stopped. */
export const startHeartbeat = async (db: Db, role: string, log: Logger): Promise<{ stop: () => Promise<void> }> => {
  const id = randomUUID()
  const report = () => beat(db, id, role).catch((error) => log.warn({ err: error }, 'heartbeat not written'))
  let last = report()
  await last
  const pulse = setInterval(() => {
    last = report()
  }, heartbeatSeconds * 1000)
  return {
    stop: async () => {
      clearInterval(pulse)
      await last
      await sql`delete from processes where id = ${id}`
        .execute(db)
        .catch((error) => log.warn({ err: error }, 'this process is remembered though it has stopped'))
    },
  }
}

/** Each part that ever reported, and whether any process of it still does. Says by itself that the database answers. */
export const readHeartbeats = (db: Db) =>
  db
    .selectFrom('heartbeats')
    .select(['part', sql<boolean>`beat_at > now() - make_interval(secs => ${silentAfterSeconds})`.as('alive')])
    .orderBy('part')
    .execute()

/** How many processes of a role live. */
export const countProcesses = async (db: Db, role: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from processes where role = ${role} and ${isAlive}`.execute(db)
  return rows[0]?.count ?? 0
}
