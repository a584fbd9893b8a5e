import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@ingot/db/connect'
import { freePort } from '@ingot/db/free-port'
import { customerAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { root } from './stack.ts'

const soakMinutes = Number(process.env.INGOT_SOAK_MINUTES ?? 0)
const rounds = 20
const writers = 6
const answerLimit = 10_000

const folder = mkdtempSync(join(tmpdir(), 'ingot-crash-'))
const data = join(folder, 'data')
let stack: ChildProcess
let port: number

const homeOfPostgres = () => {
  const location = join(data, 'postgres/location')
  return existsSync(location) ? readFileSync(location, 'utf8').trim() : join(data, 'postgres')
}

afterAll(() => {
  stack?.kill('SIGKILL')
  rmSync(homeOfPostgres(), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

const start = async (sandboxPort: number, smtpPort: number) => {
  const options = { data, port, sandboxPort, smtpPort, apiEntry: join(root, 'api/src/test-writes-main.ts') }
  // Not the test's own NODE_ENV: the stack knows only development and production.
  const env = { ...process.env, NODE_ENV: 'development', RATE_LIMIT_PER_MINUTE: '1000000' }
  stack = fork(join(root, 'scripts/test-stack.ts'), [JSON.stringify(options)], { env, stdio: 'inherit' })
  const [message] = await Promise.race([once(stack, 'message'), once(stack, 'exit').then(() => ['ended'])])
  expect(message).toEqual({ ready: true })
}

const partPids = async (): Promise<Record<string, number>> => {
  stack.send('pids')
  const [{ pids }] = await once(stack, 'message')
  return pids
}

const postmaster = () => Number(readFileSync(join(homeOfPostgres(), 'data/postmaster.pid'), 'utf8').split('\n')[0])

const kill = (...pids: (number | undefined)[]) => {
  for (const pid of pids) {
    try {
      if (pid) process.kill(pid, 'SIGKILL')
    } catch {
      // Already gone, which is what we wanted.
    }
  }
}

/** Writes rows one after another; each is sent again under the same key until it is acknowledged. */
const writeUntil = async (writer: number, stopped: () => boolean) => {
  const acknowledged: string[] = []
  for (let n = 0; !stopped(); n++) {
    const note = `writer-${writer}-row-${n}`
    for (let done = false; !done; ) {
      const headers = { 'content-type': 'application/json', 'x-test-caller': 'crash', 'idempotency-key': note }
      const request = {
        method: 'POST',
        headers,
        body: JSON.stringify({ note }),
        signal: AbortSignal.timeout(answerLimit),
      }
      const answer = await fetch(`http://127.0.0.1:${port}/api/test/rows/crash`, request).catch(() => undefined)
      done = answer?.status === 200
      if (answer && ![200, 503].includes(answer.status))
        throw new Error(`answered ${answer.status}: ${await answer.text()}`)
      if (!done) await sleep(50)
    }
    acknowledged.push(note)
  }
  return acknowledged
}

test('kill -9 of the api, of PostgreSQL, of both and of everything: each acknowledged write is there once', async () => {
  port = await freePort()
  const [sandboxPort, smtpPort] = [await freePort(), await freePort()]
  await start(sandboxPort, smtpPort)
  let stopped = false
  const written = Promise.all(Array.from({ length: writers }, (_, writer) => writeUntil(writer, () => stopped)))
  const deadline = Date.now() + soakMinutes * 60_000

  for (let round = 0; round < rounds || Date.now() < deadline; round++) {
    await sleep(300 + ((round * 137) % 500))
    const { api, worker } = await partPids()
    if (round % 4 === 0) kill(api)
    if (round % 4 === 1) kill(postmaster())
    if (round % 4 === 2) kill(api, postmaster())
    if (round % 4 === 3) {
      kill(stack.pid, api, worker, postmaster())
      await start(sandboxPort, smtpPort)
    }
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/api/health`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 30_000 },
      )
      .toBe(200)
  }

  await sleep(500)
  stopped = true
  const acknowledged = (await written).flat()
  const url = `postgres://ingot:${JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8')).databasePassword}@127.0.0.1`
  const databasePort = readFileSync(join(homeOfPostgres(), 'data/postmaster.pid'), 'utf8').split('\n')[3]
  const db = connect(`${url}:${databasePort}/ingot`, { part: 'test' })
  const { rows } = await sql<{
    note: string
    times: number
  }>`select note, count(*)::int as times from test_rows group by note`.execute(db)
  const verdict = await verifyLedger(db, undefined)
  const deposited = await balanceOf(db, customerAccount('crash', 'USDT', 'available'))
  await db.destroy()
  const times = new Map(rows.map((row) => [row.note, row.times]))
  expect(acknowledged.length).toBeGreaterThan(rounds * writers)
  expect(acknowledged.filter((note) => times.get(note) !== 1)).toEqual([])
  expect([...times.values()].every((count) => count === 1)).toBe(true)
  expect(verdict).toMatchObject({ ok: true, entries: BigInt(rows.length) })
  expect(deposited.units).toBe(BigInt(rows.length))
  console.log(`${acknowledged.length} writes acknowledged, each there once`)

  stack.kill('SIGTERM')
  const [code] = await once(stack, 'exit')
  expect(code).toBe(0)
})
