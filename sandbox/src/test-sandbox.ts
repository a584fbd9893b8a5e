import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { type SandboxClient, sandboxClient } from './client.ts'

export const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

export type Ended = { code: number | null; stderr: string }

export type ChildSandbox = {
  baseUrl: string
  smtpPort: number
  scanPort: number
  client: SandboxClient
  child: ChildProcess
  /** Resolves when the process is gone. */
  ended: Promise<Ended>
  /** Ends it as a supervisor would, and waits. */
  stop(): Promise<Ended>
}

export const makeDataFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'ingot-sandbox-'))

export const removeDataFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

/** Runs the real program with these settings; nothing is set that is not given. */
export const runMain = (settings: Record<string, string>): { child: ChildProcess; ended: Promise<Ended> } => {
  // But for where compiled code is kept, which says nothing to the program.
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = fork(MAIN, { env: { PATH, NODE_COMPILE_CACHE, ...settings }, execArgv: [], silent: true })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdout?.resume()
  // Not 'close': that never comes for a child whose channel this side has disconnected.
  const said = child.stderr === null ? undefined : finished(child.stderr)
  return { child, ended: Promise.all([once(child, 'exit'), said]).then(([[code]]) => ({ code, stderr })) }
}

/** A sandbox of one's own, for tests: the real program in a process of its own, on free ports. */
export const startChildSandbox = async (data: string, settings: Record<string, string> = {}): Promise<ChildSandbox> => {
  const { child, ended } = runMain({ SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', SANDBOX_DATA: data, ...settings })
  const failed = ended.then(({ stderr }) => {
    throw new Error(`The sandbox did not start: ${stderr}`)
  })
  const [ready] = await Promise.race([once(child, 'message'), failed])
  failed.catch(() => undefined)
  const baseUrl = `http://127.0.0.1:${ready.port}`
  return {
    baseUrl,
    smtpPort: ready.smtpPort,
    scanPort: ready.scanPort,
    client: sandboxClient(baseUrl),
    child,
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
