import { join } from 'node:path'
import { type Bench, median } from './bench.ts'
import { apiSettings, requestsPerSecond, type Server, startServer } from './server.ts'

const aim = 0.7
const pairs = 7
const seconds = 4
// The load with which Fastify measures itself. With less of it the figure is mostly how often the client falls asleep.
const load = { connections: 100, pipelining: 10 }
const warmUpSeconds = 8

/** A call with gate, schema in and out, limits, headers, request id and log, beside a route with none of that. */
export const http: Bench = async ({ root, databaseUrl, say }) => {
  const servers: Server[] = []
  const start = async (name: string, entry: string, env: NodeJS.ProcessEnv) => {
    const server = await startServer({ name, entry: join(root, entry), env })
    servers.push(server)
    return (duration: number) => requestsPerSecond(`${server.url}/api/health?probe=live`, duration, load)
  }
  try {
    const ours = await start('api', 'api/src/main.ts', apiSettings(databaseUrl))
    const bare = await start('bare', 'bench/src/bare-server.ts', {})
    for (const measure of [ours, bare]) await measure(warmUpSeconds)
    const rounds = []
    for (let round = 1; round <= pairs; round++) {
      const measured = { bare: await bare(seconds), ours: await ours(seconds) }
      rounds.push({ ...measured, ratio: measured.ours / measured.bare })
      say(`round ${round}: bare ${measured.bare.toFixed(0)}/s, ours ${measured.ours.toFixed(0)}/s`)
    }
    const value = median(rounds.map(({ ratio }) => ratio))
    return { value, unit: '× a bare Fastify route', aim: `≥ ${aim}`, ok: value >= aim, rounds }
  } finally {
    for (const server of servers) await server.stop()
  }
}
