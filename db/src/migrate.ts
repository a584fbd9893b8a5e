import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './connect.ts'
import { installJobs } from './jobs.ts'
import { ProblemForPeople } from './problem.ts'
import { grantRights, roleOf } from './running-role.ts'

const folder = new URL('../migrations/', import.meta.url)
/** Any fixed number: whoever holds this advisory lock is migrating. */
const migrationLock = 1_866_302
const oldestServer = 150_000
const turnPause = 250
/** Who waits for a table holds up everybody who comes after: so it lets go soon, and asks again when the others have had their turn. */
const lockLimit = '1s'
const lockPause = 1_000
const lockPatience = 120_000
const lockNotAvailable = '55P03'
const deadlock = '40P01'

export type MigrateOptions = {
  /** How the processes connect afterwards, if not as the owner: that role is given what it needs. */
  runningUrl?: string
  /** A database that is made by this is a demonstration, and its time so many seconds behind. */
  demonstrationBehind?: number | undefined
  migrations?: URL
}

/**
 * Brings the database to the newest schema, as its owner. Safe to run from several processes at once: one applies, the
 * others wait. Whoever is not the owner can only find that there is nothing to do.
 */
export const migrate = async (
  url: string,
  { runningUrl = url, migrations = folder, demonstrationBehind }: MigrateOptions = {},
): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, application_name: 'ingot-migrate' })
  await client.connect().catch((error) => {
    throw new ProblemForPeople(`The database cannot be reached: ${error.message || error.code}.`)
  })
  try {
    const { mayCreate, who } = await checkServer(client)
    await waitForTurn(client)
    const missing = await findMissing(client, migrations)
    if (!mayCreate && missing.length)
      throw new ProblemForPeople(
        `The role ${who} may not create tables and schemas in its database. Set DATABASE_OWNER_URL to the owner of the database.`,
      )
    if (!mayCreate) return []
    await checkOwned(client, who)
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rowCount: before } = await client.query('select from migrations limit 1')
    for (const each of missing) await applyOne(client, each)
    if (!before && demonstrationBehind !== undefined)
      await client.query('insert into demonstration_clock (behind_seconds) values ($1)', [demonstrationBehind])
    await installJobs(url)
    if (roleOf(runningUrl) !== who) await inOneStep(client, () => grantRights(client, roleOf(runningUrl)))
    return missing.map(({ file }) => file)
  } finally {
    await client.end()
  }
}

/** Asked again and again: an index that is made beside writers waits for every statement, also for one that waits for this lock. */
const waitForTurn = async (client: pg.Client) => {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [migrationLock])
    if (rows[0]?.mine) return
    await sleep(turnPause)
  }
}

const readFiles = async (migrations: URL) => (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort()

/**
 * What runs beside others never migrates. A database that is newer will do: each migration suits the version before it, which
 * goes on while the newer one takes over.
 */
export const refuseUnmigrated = async (db: Db, migrations: URL = folder) => {
  const { rows: tables } = await sql`select from pg_class where oid = to_regclass('migrations')`.execute(db)
  const { rows } = tables.length ? await sql<{ name: string }>`select name from migrations`.execute(db) : { rows: [] }
  const missing = (await readFiles(migrations)).filter((file) => !rows.some(({ name }) => name === file))
  if (missing.length)
    throw new ProblemForPeople(
      `The database has not been migrated to this version: it has not had ${missing[0]}${missing.length > 1 ? ` and ${missing.length - 1} more` : ''}. Run: npm start -- migrate`,
    )
}

const checkServer = async (client: pg.Client) => {
  const { rows } = await client.query<{ version: number; mayCreate: boolean; who: string }>(
    `select current_setting('server_version_num')::int as version, current_user as who,
      has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as "mayCreate"`,
  )
  const [server = { version: 0, mayCreate: false, who: '' }] = rows
  if (server.version < oldestServer)
    throw new ProblemForPeople(
      `PostgreSQL ${oldestServer / 10_000} or newer is needed; this is ${server.version / 10_000}.`,
    )
  return server
}

/** A database that was made by one role for everything is handed over first. */
const checkOwned = async (client: pg.Client, who: string) => {
  const { rows } = await client.query<{ table: string; owner: string }>(
    `select c.relname as table, pg_get_userbyid(c.relowner) as owner
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not pg_has_role(c.relowner, 'usage') limit 1`,
  )
  const [other] = rows
  if (other)
    throw new ProblemForPeople(
      `The table ${other.table} belongs to ${other.owner} and not to ${who}. Hand it over with: reassign owned by ${other.owner} to ${who}.`,
    )
}

type Migration = { file: string; sql: string; checksum: string }

const findMissing = async (client: pg.Client, migrations: URL): Promise<Migration[]> => {
  const { rows: tables } = await client.query(`select from pg_class where oid = to_regclass('migrations')`)
  const { rows } = tables.length
    ? await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
    : { rows: [] }
  const known = new Map(rows.map((row) => [row.name, row.checksum]))
  const files = await readFiles(migrations)

  const unknown = [...known.keys()].find((name) => !files.includes(name))
  if (unknown)
    throw new ProblemForPeople(`The database is newer than this Ingot: it has had ${unknown}. Start a newer Ingot.`)

  const newest = [...known.keys()].sort().at(-1) ?? ''
  const late = files.find((file) => file < newest && !known.has(file))
  if (late)
    throw new ProblemForPeople(
      `${late} comes before ${newest}, which was applied already. Give it the next number, so that every database is made in the same order.`,
    )

  const missing = []
  for (const file of files) {
    const sql = await readFile(new URL(file, migrations), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const before = known.get(file)
    if (before && before !== checksum)
      throw new ProblemForPeople(
        `${file} was changed after it was applied. Put it back and add a new migration instead.`,
      )
    if (!before) missing.push({ file, sql, checksum })
  }
  return missing
}

const withoutComments = (sql: string) => sql.replace(/--.*$/gm, '')

const inOneStep = async (client: pg.Client, work: () => Promise<unknown>) => {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** An index that is made while others write, which no transaction can do: alone in its file. */
const besideWriters = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s[^;]*;?\s*$/i

/** What broke off in the middle left something unusable of that name, and what broke off at the end left all of it. */
const makeIndex = async (client: pg.Client, name: string, sql: string) => {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  )
  if (rows[0]?.valid) return
  if (rows[0]) await client.query(`drop index concurrently ${name}`)
  await client.query(sql)
}

const note = (client: pg.Client, { file, checksum }: Migration) =>
  client.query('insert into migrations (name, checksum) values ($1, $2)', [file, checksum])

const tryOne = async (client: pg.Client, migration: Migration) => {
  const index = besideWriters.exec(withoutComments(migration.sql))?.[1]
  if (index) {
    await makeIndex(client, index, migration.sql)
    await note(client, migration)
  } else
    await inOneStep(client, async () => {
      await client.query(`set local lock_timeout = '${lockLimit}'`)
      await client.query(migration.sql)
      await note(client, migration)
    })
}

const applyOne = async (client: pg.Client, migration: Migration) => {
  for (const deadline = Date.now() + lockPatience; ; await sleep(lockPause))
    try {
      return await tryOne(client, migration)
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && [lockNotAvailable, deadlock].includes(error.code ?? '')
      if (isBusy && Date.now() < deadline) continue
      throw new Error(`${migration.file} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
    }
}
