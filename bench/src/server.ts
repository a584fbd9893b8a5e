import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeCertificate } from '@ingot/paper/certificate'
import autocannon from 'autocannon'

const clockTicksPerSecond = 100

export type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'url' | 'stop'>

type ServerOptions = { name: string; entry: string; env: NodeJS.ProcessEnv; cwd?: string }

/** Runs a server as a process of its own, which says on the channel at which port it is ready. */
export const startServer = async ({ name, entry, env, cwd }: ServerOptions) => {
  // The log is written to a file, as it would be, and not through this process.
  const file = join(tmpdir(), `ingot-bench-${name}.log`)
  const log = openSync(file, 'w')
  const child = fork(entry, {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, 'inherit', 'ipc'],
    ...(cwd && { cwd }),
  })
  const ended = once(child, 'exit')
  const early = ended.then(([code]) => {
    throw new Error(`${name} ended with ${code} before it was ready; its log is ${file}`)
  })
  const [{ port }] = await Promise.race([once(child, 'message'), early])
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  /** What the process has used of a processor so far, in milliseconds. Linux only, as far as it is counted there. */
  const cpuMs = () => {
    // The name of the process, in parentheses, may hold spaces; user and system time are the 14th and 15th fields.
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / clockTicksPerSecond
  }
  /** The most memory that the process ever had. Linux only. */
  const peakMegabytes = () => {
    const [, kilobytes] = /VmHWM:\s+([0-9]+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  }
  return { url: `http://127.0.0.1:${port}`, cpuMs, peakMegabytes, stop }
}

const documentSettings = () => {
  const { key, certificate } = makeCertificate('Bench', new Date())
  return { DOCUMENT_KEY: key, DOCUMENT_CERTIFICATE: certificate }
}

/** What our own server needs to be measured: no limit in the way, and things of its own wherever it may write. */
export const apiSettings = (databaseUrl: string): NodeJS.ProcessEnv => ({
  NODE_ENV: 'development',
  DATABASE_URL: databaseUrl,
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: '1000000000',
  IDENTITY_SECRET: randomBytes(24).toString('hex'),
  PERSONAL_DATA_SECRET: randomBytes(24).toString('hex'),
  ...documentSettings(),
  // Nobody is verified here: the provider is never asked.
  SUMSUB_APP_TOKEN: 'sbx:bench',
  SUMSUB_SECRET_KEY: randomBytes(24).toString('hex'),
  SUMSUB_WEBHOOK_SECRET: randomBytes(24).toString('hex'),
  // Mail is sent by the worker, which has settings of its own.
  SMTP_URL: 'smtp://127.0.0.1:25',
  FILES_URL: pathToFileURL(join(tmpdir(), 'ingot-bench-files')).href,
})

type Load = {
  connections: number
  pipelining?: number
  headers?: Record<string, string>
  /** Sent in turn, where calls of one session would wait for each other. */
  requests?: { headers: Record<string, string> }[]
}

export const requestsPerSecond = async (url: string, duration: number, load: Load) => {
  const { requests, non2xx, errors } = await autocannon({ url, duration, ...load })
  if (non2xx || errors) throw new Error(`${url}: ${non2xx} answers were not 2xx, ${errors} failed`)
  return requests.average
}
