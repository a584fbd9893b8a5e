import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testSettings } from '@ingot/api/test-api'
import { connect } from '@ingot/db/connect'
import { freePort } from '@ingot/db/free-port'
import { asRunning, createEmptyDatabase, createTestDatabase } from '@ingot/db/test-server'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { entries } from './roles.ts'
import { root, startStack } from './stack.ts'

const patience = { timeout: 300_000, interval: 100 }
const folder = mkdtempSync(join(tmpdir(), 'ingot-roles-'))
const children = new Set<ChildProcess>()
const ends: (() => Promise<void>)[] = []

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true })
})

/** What the role alone needs, and nothing that belongs to another one. */
const { SMTP_URL, ...settingsOfApi } = testSettings
const { SUMSUB_WEBHOOK_SECRET: _, ...settingsOfWorker } = testSettings

const run = (parameters: readonly string[], env: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, parameters, { env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } })
  children.add(child)
  const said = { out: '', error: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.error += chunk
  })
  return { child, said, ended: once(child, 'close').then(([code]) => code as number) }
}

const start = (role: string, env: NodeJS.ProcessEnv) => run([join(root, 'scripts/start.ts'), role], env)

const running = async (role: string, env: NodeJS.ProcessEnv) => {
  const begun = start(role, env)
  await expect.poll(() => begun.said.out + begun.said.error, patience).toContain(`${role} is running`)
  return begun
}

test('what is no role, has no database or one that was not migrated is told in a sentence; migrate makes it ready, again and again', async () => {
  const nobody = start('cashier', {})
  expect(await nobody.ended).toBe(1)
  expect(nobody.said.error).toBe(
    'There is no role cashier. Start api, worker, chain or migrate, or everything by naming none.\n',
  )
  const nowhere = start('worker', {})
  expect(await nowhere.ended).toBe(1)
  expect(nowhere.said.error).toBe('DATABASE_URL must be set to start worker alone.\n')

  const owner = await createEmptyDatabase()
  const early = start('worker', { DATABASE_URL: owner })
  expect(await early.ended).toBe(1)
  expect(early.said.error).toMatch(
    /^The database has not been migrated to this version: it has not had 0001-foundation\.sql and \d+ more\. Run: npm start -- migrate\n$/,
  )
  const settings = { DATABASE_URL: asRunning(owner), DATABASE_OWNER_URL: owner }
  const migrating = [start('migrate', settings), start('migrate', settings)]
  expect(await Promise.all(migrating.map(({ ended }) => ended))).toEqual([0, 0])
  const said = migrating.map(({ said }) => said.out).join('')
  expect(said).toContain('database migrated: 0001-foundation.sql')
  expect(said).toContain('database up to date')
  const worker = await running('worker', { ...settingsOfWorker, DATABASE_URL: asRunning(owner) })
  worker.child.kill('SIGTERM')
  expect(await worker.ended).toBe(0)
})

test('calls go on while one of two apis is stopped: it is no longer ready, answers what still comes, and ends', async () => {
  const DATABASE_URL = await createTestDatabase()
  const ports = [await freePort(), await freePort()]
  // Neither the settler's key, nor the mail server, nor what seals.
  // No pages are built for it.
  const settings = { ...settingsOfApi, INGOT_WEB: folder, DATABASE_URL, DRAIN_SECONDS: '4', LOG_LEVEL: 'warn' }
  const apis = await Promise.all(ports.map((port) => running('api', { ...settings, PORT: String(port) })))

  const db = connect(DATABASE_URL, { part: 'test', max: 1 })
  const known = async () => (await sql<{ role: string }>`select role from processes`.execute(db)).rows.length
  expect(await known()).toBe(2)

  const isReady = new Map(ports.map((port) => [port, true]))
  const answers = new Map<string, number>()
  let isOver = false
  /** What stands in front of both: asks each whether it is ready, and sends calls to those that are. */
  const watch = async () => {
    for (; !isOver; await sleep(50))
      for (const port of ports) {
        const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined)
        isReady.set(port, answer?.status === 200)
      }
  }
  const call = async () => {
    for (let turn = 0; !isOver; turn++) {
      const ready = ports.filter((port) => isReady.get(port))
      const port = ready[turn % ready.length]
      const outcome = await fetch(`http://127.0.0.1:${port}/api/texts/term-conditions`).then(
        async (answer) => `${port} ${answer.status} ${(await answer.text()).length > 0}`,
        (error) => `${port} ${error.cause ?? error}`,
      )
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
    }
  }
  const calling = [watch(), ...Array.from({ length: 6 }, call)]
  const count = (port: number | undefined) => answers.get(`${port} 200 true`) ?? 0
  await expect.poll(() => Math.min(...ports.map(count)), patience).toBeGreaterThan(50)

  apis[0]?.child.kill('SIGTERM')
  expect(await apis[0]?.ended).toBe(0)
  const after = count(ports[1])
  await expect.poll(() => count(ports[1]), patience).toBeGreaterThan(after + 50)
  isOver = true
  await Promise.all(calling)
  expect([...answers.keys()].toSorted()).toEqual(ports.map((port) => `${port} 200 true`).toSorted())
  expect(await known()).toBe(1)
  await db.destroy()
  apis[1]?.child.kill('SIGTERM')
  expect(await apis[1]?.ended).toBe(0)
})

test('two workers and two of the chain: whoever leads is killed or frozen, and the other takes over within seconds', async () => {
  const data = join(folder, 'data')
  // Each worker takes in mail at a port of its own, and this machine has several of them.
  const mailbox = { SUPPORT_ADDRESS: 'support@ingot.example', INBOUND_MAIL_PORT: '0' }
  const stack = await startStack({
    data,
    env: { ...process.env, NODE_ENV: '', PORT: String(await freePort()), ...mailbox },
    ...{ sandboxPort: await freePort(), smtpPort: await freePort(), scanPort: await freePort() },
    restarts: false,
  })
  ends.push(stack.stop)
  const db = connect(stack.databaseUrl, { part: 'test', max: 2 })
  ends.unshift(() => db.destroy())

  const leases = async () =>
    (
      await sql<{ name: string; holder: string }>`
      select name, holder from leases where until > clock_timestamp() order by name`.execute(db)
    ).rows
  const wanted = ['anchoring', 'looking at the reserve', 'reconciling', 'settling', 'watching'].map(
    (one) => `chain: ${one}`,
  )
  const all = [...wanted, 'worker: bank', 'worker: trade']
  const names = async () => (await leases()).map(({ name }) => name)
  const holders = async () => new Set((await leases()).map(({ holder }) => holder))
  await expect.poll(names, patience).toEqual(all)

  const env = { ...stack.settings, ...stack.chain, LOG_LEVEL: 'warn' }
  const second = [run([entries.worker], env), run([entries.chain], env)]
  const processes = async () =>
    (await sql<{ role: string }>`select role from processes order by role`.execute(db)).rows.map(({ role }) => role)
  await expect.poll(processes, patience).toEqual(['api', 'chain', 'chain', 'worker', 'worker'])

  /** Everything has gone to others, who read price, chain and bank, and compare chain and ledger. */
  const takenOver = async (before: ReadonlySet<string>) => {
    const began = (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)).rows[0]?.at
    await expect.poll(async () => [...(await holders())].filter((holder) => before.has(holder)), patience).toEqual([])
    await expect.poll(names, patience).toEqual(all)
    const fresh = async () =>
      (
        await sql<{ price: boolean; chain: boolean; compared: boolean }>`
        select (select read_at from price_feed) > ${began} as price,
          (select looked_at from chain_cursor) > ${began} as chain,
          (select reconciled_at from chain_health) > ${began} as compared`.execute(db)
      ).rows[0]
    await expect.poll(fresh, patience).toEqual({ price: true, chain: true, compared: true })
  }
  const first = await holders()
  for (const name of ['worker', 'chain']) process.kill(stack.parts.get(name)?.pid() ?? -1, 'SIGKILL')
  await takenOver(first)

  const third = [run([entries.worker], env), run([entries.chain], env)]
  await expect.poll(async () => (await processes()).length, patience).toBe(7)
  const secondHolders = await holders()
  for (const { child } of second) child.kill('SIGSTOP')
  await takenOver(secondHolders)
  const thirdHolders = await holders()
  for (const { child } of second) child.kill('SIGCONT')
  // Back again they wait for their turn: whoever leads now still does when those have long noticed.
  const beats = async () =>
    (await sql`select from processes where seen_at > clock_timestamp() - interval '6 seconds'`.execute(db)).rows.length
  await expect.poll(beats, patience).toBe(5)
  expect(await holders()).toEqual(thirdHolders)
  for (const { child } of [...second, ...third]) child.kill('SIGTERM')
  for (const { ended } of [...second, ...third]) expect(await ended).toBe(0)
})
