import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { installJobs } from './jobs.ts'
import { ProblemForPeople } from './problem.ts'

const folder = new URL('../migrations/', import.meta.url)
/** Any fixed number: whoever holds this advisory lock is migrating. */
const migrationLock = 1_866_302
const oldestServer = 150_000

/** Brings the database to the newest schema. Safe to run from several processes at once: one applies, the others wait. */
export const migrate = async (url: string, migrationsFolder: URL = folder): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, application_name: 'ingot-migrate' })
  await client.connect().catch((error) => {
    throw new ProblemForPeople(`The database cannot be reached: ${error.message || error.code}.`)
  })
  try {
    await checkServer(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await applyMissing(client, migrationsFolder)
    await installJobs(url)
    return applied
  } finally {
    await client.end()
  }
}

const checkServer = async (client: pg.Client) => {
  const { rows } = await client.query<{ version: number; may: boolean; who: string }>(
    `select current_setting('server_version_num')::int as version, current_user as who,
      has_schema_privilege('public', 'create') and has_database_privilege(current_database(), 'create') as may`,
  )
  const [{ version, may, who } = { version: 0, may: false, who: '' }] = rows
  if (version < oldestServer)
    throw new ProblemForPeople(`PostgreSQL ${oldestServer / 10_000} or newer is needed; this is ${version / 10_000}.`)
  if (!may)
    throw new ProblemForPeople(
      `The role ${who} may not create tables and schemas in its database. Make it the owner of the database.`,
    )
}

const applyMissing = async (client: pg.Client, migrationsFolder: URL) => {
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  const known = new Map(rows.map((row) => [row.name, row.checksum]))
  const files = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.sql')).sort()

  const unknown = [...known.keys()].find((name) => !files.includes(name))
  if (unknown)
    throw new ProblemForPeople(`The database is newer than this Ingot: it has had ${unknown}. Start a newer Ingot.`)

  const applied = []
  for (const file of files) {
    const sql = await readFile(new URL(file, migrationsFolder), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const before = known.get(file)
    if (before && before !== checksum)
      throw new ProblemForPeople(
        `${file} was changed after it was applied. Put it back and add a new migration instead.`,
      )
    if (before) continue
    await applyOne(client, file, sql, checksum)
    applied.push(file)
  }
  return applied
}

const applyOne = async (client: pg.Client, file: string, sql: string, checksum: string) => {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [file, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`${file} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
