import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Db, isPooled, waitUntilReachable } from './connect.ts'
import { freePort } from './free-port.ts'
import { asOwner, createTestDatabase, runAsOwner } from './test-server.ts'
import { inTransaction, runStatement } from './transaction.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((place) => existsSync(place))
if (!program)
  console.log('No pgbouncer is installed here, so nothing is sent through one. On Debian: apt-get install pgbouncer')

const nobody = 65534

/** In front of a database, with two connections to it that go to whoever has a transaction. */
const startPooler = async (path: string, url: string) => {
  const { hostname, port, username, password, pathname } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'ingot-pooler-'))
  chmodSync(folder, 0o755)
  const own = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = [
    '[databases]',
    `pooled = host=${hostname} port=${port} user=${username} password=${password} dbname=${pathname.slice(1)}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${own}`, 'unix_socket_dir =', 'auth_type = any'],
    ...['pool_mode = transaction', 'default_pool_size = 2'],
  ]
  writeFileSync(file, settings.join('\n'), { mode: 0o644 })
  const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const child = spawn(path, ['-q', file], { stdio: 'ignore', ...identity })
  const stop = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `postgres://anybody@127.0.0.1:${own}/pooled`, stop }
}

const say = (number: number) => ({
  name: `say-${number}`,
  text: `select $1::int as said, pg_backend_pid() as pid, ${number} as number`,
  values: [number],
})

/** Several at the same time, so that nobody keeps the connection that one had. */
const askAtOnce = (db: Db) =>
  Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const [row] = await runStatement(db, say(index % 4))
      return (row as { said: number }).said === index % 4
    }),
  )

test('an address says by itself that a pooler stands before the server', () => {
  expect(isPooled('postgres://ingot@db/ingot?sslmode=verify-full&pooler=transaction')).toBe(true)
  expect(isPooled('postgres://ingot@db/ingot')).toBe(false)
})

describe.runIf(program)('through a pooler', () => {
  let url: string
  let pooler: Awaited<ReturnType<typeof startPooler>>
  const open: Db[] = []
  const enter = (more = '') => {
    const db = connect(`${pooler.url}${more}`, { part: 'test', max: 6 })
    open.push(db)
    return db
  }

  beforeAll(async () => {
    url = await createTestDatabase()
    await runAsOwner(asOwner(url), 'create table marks (mark uuid not null)')
    pooler = await startPooler(program ?? '', url)
  })

  afterAll(async () => {
    for (const db of open) await db.destroy()
    pooler.stop()
  })

  test('a process whose role brings no limits is told in a sentence how to give it some, and starts with them', async () => {
    await expect(waitUntilReachable(enter('?pooler=transaction'))).rejects.toThrow(
      /^Behind a pooler the role brings the limits\. Say once: .*alter role ingot set statement_timeout = 15000/,
    )
    const direct = connect(url, { part: 'test', max: 1 })
    const database = new URL(url).pathname.slice(1)
    for (const [name, limit] of [
      ['statement_timeout', 15_000],
      ['lock_timeout', 10_000],
      ['idle_in_transaction_session_timeout', 30_000],
    ])
      await sql.raw(`alter role ingot in database ${database} set ${name} = ${limit}`).execute(direct)
    await direct.destroy()
    pooler.stop()
    pooler = await startPooler(program ?? '', url)
    await waitUntilReachable(enter('?pooler=transaction'))
  })

  test('statements with names, transactions and the rows of both arrive as they do without one', async () => {
    const db = enter('?pooler=transaction')
    await waitUntilReachable(db)
    expect(await askAtOnce(db)).not.toContain(false)
    const marks = Array.from({ length: 20 }, () => randomUUID())
    await Promise.all(
      marks.map((mark) =>
        inTransaction(db, async (tx) => {
          await sql`insert into marks (mark) values (${mark})`.execute(tx)
          await runStatement(tx, say(1))
        }),
      ),
    )
    const { rows } = await sql<{ mark: string }>`select mark from marks`.execute(db)
    expect(rows.map(({ mark }) => mark).sort()).toEqual(marks.sort())
  })

  test('without saying so it would not work, so it has to be said', async () => {
    await expect(waitUntilReachable(enter(), 1)).rejects.toThrow(/unsupported startup parameter/)
  })
})
