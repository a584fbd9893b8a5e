import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { asRunning, createEmptyDatabase } from './test-server.ts'

const ours = new URL('../migrations/', import.meta.url)
let folder: string
let files: URL

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ingot-migrations-'))
  await cp(ours, folder, { recursive: true })
  files = pathToFileURL(`${folder}/`)
})
afterAll(() => rm(folder, { recursive: true }))

test('three processes that start at once migrate an empty database once', async () => {
  const url = await createEmptyDatabase()
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(applied.filter((files) => files.length > 0)).toHaveLength(1)
  expect(await migrate(url)).toEqual([])
})

test('a migration that was edited after it ran is refused by name', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, { migrations: files })
  await writeFile(join(folder, '0001-foundation.sql'), '-- other')
  await expect(migrate(url, { migrations: files })).rejects.toThrow(
    '0001-foundation.sql was changed after it was applied',
  )
  await cp(ours, folder, { recursive: true })
})

test('a migration that fails leaves nothing of itself, and the next start goes on after it is mended', async () => {
  const url = await createEmptyDatabase()
  await writeFile(join(folder, '9000-broken.sql'), 'create table half (id int); select no_such_column;')
  await expect(migrate(url, { migrations: files })).rejects.toThrow('9000-broken.sql failed')
  await writeFile(join(folder, '9000-broken.sql'), 'create table half (id int);')
  expect(await migrate(url, { migrations: files })).toEqual(['9000-broken.sql'])
})

test('an older Ingot refuses a newer database', async () => {
  const url = await createEmptyDatabase()
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("insert into migrations (name, checksum) values ('9999-future.sql', 'x')")
  await client.end()
  await expect(migrate(url)).rejects.toThrow('The database is newer than this Ingot: it has had 9999-future.sql.')
})

test('a database that does not answer, or that we may not use, is told in a sentence', async () => {
  await expect(migrate('postgres://nobody:x@127.0.0.1:1/none')).rejects.toThrow(
    /^The database cannot be reached: .+\.$/,
  )
  const url = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('revoke create on schema public from public')
  await client.query('revoke create on schema public from pg_database_owner')
  await client.end()
  await expect(migrate(url)).rejects.toThrow(
    'The role ingot_owner may not create tables and schemas in its database. Set DATABASE_OWNER_URL to the owner of the database.',
  )
})

test('a table that another role owns, or a running role that is not there, is told in a sentence', async () => {
  const url = await createEmptyDatabase()
  await expect(migrate(url, { runningUrl: 'postgres://Nobody:x@127.0.0.1:1/none' })).rejects.toThrow(
    'There is no role Nobody in the database. Create it, with a password.',
  )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('grant create on schema public to ingot')
  await client.end()
  const other = new pg.Client({ connectionString: asRunning(url) })
  await other.connect()
  await other.query('create table theirs (id int)')
  await other.end()
  await expect(migrate(url)).rejects.toThrow(
    'The table theirs belongs to ingot and not to ingot_owner. Hand it over with: reassign owned by ingot to ingot_owner.',
  )
})
