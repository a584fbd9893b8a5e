import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A folder of mode 0700, which the server's own user cannot enter when we are root. */
const privateFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-embedded-'))
  ends.push(async () => {
    await rm(await homeOf(join(folder, 'postgres')), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  })
  return join(folder, 'postgres')
}

const passwords = { password: 'a password of "odd" letters \'$x\'', ownerPassword: 'another of "odd" letters \'$x\'' }

const start = async (folder: string) => {
  const server = await startEmbedded({ folder, ...passwords })
  ends.push(server.stop)
  return server
}

const query = async ({ ownerUrl }: EmbeddedServer, text: string, url = ownerUrl) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

const homeOf = (folder: string) =>
  readFile(join(folder, 'location'), 'utf8').then(
    (home) => home.trim(),
    () => folder,
  )

const postmasterOf = async (folder: string) =>
  Number((await readFile(join(await homeOf(folder), 'data/postmaster.pid'), 'utf8')).split('\n')[0])

test('it starts in a folder that other users cannot enter, as a role that is no superuser, with checksums and fsync', async () => {
  const server = await start(privateFolder())
  const facts = await query(
    server,
    `select (select rolsuper from pg_roles where rolname = current_user) as superuser,
      current_setting('fsync') as fsync, current_setting('data_checksums') as checksums`,
    server.url,
  )
  expect(facts).toEqual([{ superuser: false, fsync: 'on', checksums: 'on' }])
})

test('a second start on the same folder is refused with a sentence while the first runs', async () => {
  const folder = privateFolder()
  await start(folder)
  await expect(start(folder)).rejects.toThrow(
    /^Ingot is already running on the data folder .+\. Stop it first, or set INGOT_DATA\.$/,
  )
})

test('after a stop the data is there again', async () => {
  const folder = privateFolder()
  const first = await start(folder)
  await query(first, 'create table kept as select 7 as n')
  await first.stop()
  expect(await query(await start(folder), 'select n from kept')).toEqual([{ n: 7 }])
})

test('a server that was killed is noticed, and the next start recovers what was committed', async () => {
  const folder = privateFolder()
  const server = await start(folder)
  await query(server, 'create table kept as select 7 as n')
  process.kill(await postmasterOf(folder), 'SIGKILL')
  await server.gone
  expect(await query(await start(folder), 'select n from kept')).toEqual([{ n: 7 }])
})

test('a server that dies while it is being made ready is followed by the next one', async () => {
  const folder = privateFolder()
  const first = await start(folder)
  await query(first, 'create table kept as select 7 as n')
  await first.stop()
  let deaths = 0
  const asked = pg.Client.prototype.query
  const asking = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...words) {
    if (String(words[0]).includes('pg_roles') && deaths++ < 2) process.kill(await postmasterOf(folder), 'SIGKILL')
    return asked.apply(this, words)
  })
  ends.push(async () => asking.mockRestore())
  expect(await query(await start(folder), 'select n from kept')).toEqual([{ n: 7 }])
  expect(deaths).toBeGreaterThan(2)
})

test('a folder of the time when one role owned everything is handed over with what is in it, and with other passwords', async () => {
  const folder = privateFolder()
  const first = await start(folder)
  const admin = (password: string, database = 'postgres') =>
    Object.assign(new URL(first.ownerUrl), { username: 'postgres', password, pathname: `/${database}` }).href
  // As it was then: one password for the superuser too.
  await query(
    first,
    `reassign owned by ingot_owner to ingot; create table public.kept as select 7 as n; alter table kept owner to ingot;
    alter role postgres password '${passwords.password.replaceAll("'", "''")}'`,
    admin(passwords.ownerPassword, 'ingot'),
  )
  await first.stop()
  const server = await start(folder)
  const owners = `select (select pg_get_userbyid(datdba) from pg_database where datname = 'ingot') as database,
    (select tableowner from pg_tables where tablename = 'kept') as table`
  expect(await query(server, owners)).toEqual([{ database: 'ingot_owner', table: 'ingot_owner' }])
  expect(await query(server, 'select n from kept')).toEqual([{ n: 7 }])
  const port = new URL(server.url).port
  const withRunningPassword = Object.assign(new URL(admin(passwords.password)), { port }).href
  await expect(query(server, 'select 1', withRunningPassword)).rejects.toThrow('password authentication failed')
})
