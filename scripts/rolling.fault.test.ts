import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testSettings } from '@ingot/api/test-api'
import { freePort } from '@ingot/db/free-port'
import { createTestDatabase } from '@ingot/db/test-server'
import { afterAll, describe, expect, test } from 'vitest'
import { untilSentTo } from './haproxy-states.ts'
import { type Call, startPolling } from './polling.ts'
import { root } from './stack.ts'
import { haproxy, startHaproxy } from './test-haproxy.ts'

const patience = { timeout: 300_000, interval: 100 }
const folder = mkdtempSync(join(tmpdir(), 'ingot-rolling-'))
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterAll(() => {
  for (const end of ends.reverse()) end()
})

const startApi = async (env: NodeJS.ProcessEnv): Promise<ChildProcess> => {
  const settings = { PATH: process.env.PATH, HOME: process.env.HOME, ...env }
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts'), 'api'], { env: settings })
  ends.push(() => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk
    })
  await expect.poll(() => said, patience).toContain('api is running')
  return child
}

/** What the database is not asked for: on a busy machine it may answer late, and that is another matter. */
const report = '{"csp-report":{"effective-directive":"img-src"}}'
const calls: Call[] = [
  { method: 'GET', path: '/api/health?probe=live' },
  { method: 'POST', path: '/api/csp-reports', type: 'application/csp-report', body: report },
]

describe.runIf(haproxy)('behind HAProxy', () => {
  test('one api after the other is restarted, and no call is refused, cut off or lost', async () => {
    const DATABASE_URL = await createTestDatabase()
    const ports: [number, number] = [await freePort(), await freePort()]
    const { SMTP_URL, ...settingsOfApi } = testSettings
    // No pages are built for it.
    const settings = {
      ...{ ...settingsOfApi, INGOT_WEB: folder, DATABASE_URL, LOG_LEVEL: 'warn' },
      ...{ DRAIN_SECONDS: '3', TRUST_PROXY_HOPS: '1', RATE_LIMIT_PER_MINUTE: '1000000' },
    }
    const start = (index: 0 | 1) => startApi({ ...settings, PORT: String(ports[index]) })
    const apis = await Promise.all([start(0), start(1)])
    const portal = await freePort()
    const proxy = await startHaproxy({ listen: `127.0.0.1:${portal}`, apis: ports, perMinute: 1_000_000 })
    ends.push(proxy.stop)
    for (const name of ['api1', 'api2']) await untilSentTo(proxy.folder, name)

    const polling = startPolling(`http://127.0.0.1:${portal}`, calls, 20)
    const sum = () => [...polling.answers.values()].reduce((all, times) => all + times, 0)
    const more = async () => {
      const before = sum()
      await expect.poll(sum, patience).toBeGreaterThan(before + 100)
    }
    await more()
    for (const index of [0, 1] as const) {
      const api = apis[index]
      const ended = once(api, 'close')
      api.kill('SIGTERM')
      expect((await ended)[0]).toBe(0)
      await more()
      apis[index] = await start(index)
      await untilSentTo(proxy.folder, `api${index + 1}`)
      await more()
    }
    await polling.stop()
    expect([...polling.answers.keys()].toSorted()).toEqual([
      'GET /api/health?probe=live 200 whole',
      'POST /api/csp-reports 204 whole',
    ])
    for (const api of apis) {
      const ended = once(api, 'close')
      api.kill('SIGTERM')
      expect((await ended)[0]).toBe(0)
    }
  })
})
