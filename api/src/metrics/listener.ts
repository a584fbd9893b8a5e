import { hash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { portProblem } from '../port-problem.ts'
import { contentType, type Metric, writeMetrics } from './exposition.ts'

/** Asked again within this time, the same is told: a thousand scrapes cost one reading. */
const keptMsDefault = 5_000
const receiveTimeout = 5_000
const silenceTimeout = 60_000
const headerLimit = 8 * 1024
const connectionLimit = 50

export type MetricsSource = () => Metric[] | Promise<Metric[]>

type Listening = {
  config: Pick<Config, 'METRICS_HOST' | 'METRICS_TOKEN'>
  port: number
  sources: readonly MetricsSource[]
  log: Logger
  keptMs?: number
}

const digestOf = (text: string) => hash('sha256', text, 'buffer')

/** Compared as digests: how long it takes says nothing about the token. */
const createTrust = (token: string | undefined) => {
  const expected = digestOf(`Bearer ${token}`)
  return ({ headers }: IncomingMessage) =>
    token === undefined || timingSafeEqual(digestOf(headers.authorization ?? ''), expected)
}

/** Reads all sources at most once at a time, and keeps what they told for a moment. */
const createReading = (sources: readonly MetricsSource[], keptMs: number) => {
  let last: { at: number; text: Promise<string> } | undefined
  const read = async () => writeMetrics((await Promise.all(sources.map((source) => source()))).flat())
  return () => {
    if (!last || performance.now() - last.at > keptMs) {
      const reading = { at: Number.POSITIVE_INFINITY, text: read() }
      // It is kept from when it was known.
      const known = () => {
        reading.at = performance.now()
      }
      reading.text.then(known, () => {
        last = undefined
      })
      last = reading
    }
    return last.text
  }
}

/** A port of its own for whoever watches: /metrics and nothing else. It knows no customers and no sessions. */
export const listenForScrapes = async ({ config, port, sources, log, keptMs = keptMsDefault }: Listening) => {
  const isTrusted = createTrust(config.METRICS_TOKEN)
  const readText = createReading(sources, keptMs)
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [path] = (request.url ?? '').split('?')
    if (request.method !== 'GET' || path !== '/metrics') return response.writeHead(404).end()
    if (!isTrusted(request)) return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    const text = await readText()
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text)
  }
  const limits = { requestTimeout: receiveTimeout, headersTimeout: receiveTimeout, maxHeaderSize: headerLimit }
  const server = createServer(limits, (request, response) => {
    answer(request, response).catch((error) => {
      log.error({ err: error }, 'metrics could not be told')
      response.writeHead(500).end()
    })
  })
  server.maxConnections = connectionLimit
  server.timeout = silenceTimeout
  await new Promise<void>((listening, failed) => {
    server.once('error', (error) => failed(portProblem(error, 'METRICS_PORT', port)))
    server.listen({ host: config.METRICS_HOST, port }, listening)
  })
  const stop = () =>
    new Promise<void>((stopped) => {
      server.close(() => stopped())
      server.closeAllConnections()
    })
  return { port: (server.address() as AddressInfo).port, stop }
}
