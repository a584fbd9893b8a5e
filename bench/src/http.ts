import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { type Bench, median } from './bench.ts'

const aim = 0.7
const pairs = 7
const seconds = 4
// The load with which Fastify measures itself. With less of it the figure is mostly how often the client falls asleep.
const load = { connections: 100, pipelining: 10 }
const warmUpSeconds = 8

const startServer = async (entry: string, env: NodeJS.ProcessEnv) => {
  // The log is written to a file, as it would be, and not through this process.
  const log = openSync(join(tmpdir(), 'ingot-bench-http.log'), 'w')
  const child = fork(entry, { env: { ...process.env, ...env }, stdio: ['ignore', log, 'inherit', 'ipc'] })
  const [{ port }] = await once(child, 'message')
  return { child, url: `http://127.0.0.1:${port}/api/health?probe=live` }
}

const requestsPerSecond = async (url: string, duration: number) => {
  const { requests, non2xx, errors } = await autocannon({ url, duration, ...load })
  if (non2xx || errors) throw new Error(`${non2xx} answers were not 2xx, ${errors} failed`)
  return requests.average
}

/** A call with gate, schema in and out, limits, headers, request id and log, beside a route with none of that. */
export const http: Bench = async ({ root, databaseUrl, say }) => {
  const settings = {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '1000000000',
    NODE_ENV: 'development',
  }
  const children: ChildProcess[] = []
  try {
    const ours = await startServer(join(root, 'api/src/main.ts'), settings)
    children.push(ours.child)
    const bare = await startServer(join(root, 'bench/src/bare-server.ts'), {})
    children.push(bare.child)
    for (const { url } of [ours, bare]) await requestsPerSecond(url, warmUpSeconds)
    const rounds = []
    for (let round = 1; round <= pairs; round++) {
      const measured = {
        bare: await requestsPerSecond(bare.url, seconds),
        ours: await requestsPerSecond(ours.url, seconds),
      }
      rounds.push({ ...measured, ratio: measured.ours / measured.bare })
      say(`round ${round}: bare ${measured.bare.toFixed(0)}/s, ours ${measured.ours.toFixed(0)}/s`)
    }
    const value = median(rounds.map(({ ratio }) => ratio))
    return { value, unit: '× a bare Fastify route', aim: `≥ ${aim}`, ok: value >= aim, rounds }
  } finally {
    for (const child of children) child.kill('SIGTERM')
  }
}
