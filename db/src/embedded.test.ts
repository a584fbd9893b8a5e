import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
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

const start = async (folder: string) => {
  const server = await startEmbedded({ folder, password: 'a password of "odd" letters \'$x\'' })
  ends.push(server.stop)
  return server
}

const query = async ({ url }: EmbeddedServer, text: string) => {
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

test('it starts in a folder that other users cannot enter, as a role that is no superuser, with checksums and fsync', async () => {
  const server = await start(privateFolder())
  const facts = await query(
    server,
    `select (select rolsuper from pg_roles where rolname = current_user) as superuser,
      current_setting('fsync') as fsync, current_setting('data_checksums') as checksums`,
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
  const [pid] = (await readFile(join(await homeOf(folder), 'data/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await server.gone
  expect(await query(await start(folder), 'select n from kept')).toEqual([{ n: 7 }])
})
