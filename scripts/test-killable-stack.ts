import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@ingot/db/free-port'
import { root } from './stack.ts'

type Options = {
  apiEntry?: string
  /** With false, a part that dies stays dead. */
  restarts?: boolean
  env?: NodeJS.ProcessEnv
}

/** The whole stack as a process whose parts, PostgreSQL and the supervisor itself can be killed. */
export const openKillableStack = async ({ env: settings, ...asked }: Options = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-kill-'))
  const data = join(folder, 'data')
  const [port, sandboxPort, smtpPort, scanPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  let stack: ChildProcess | undefined

  const postgres = join(data, 'postgres')

  const secrets = () => JSON.parse(readFileSync(join(data, 'secrets.json'), 'utf8'))

  const start = async () => {
    const options = { data, port, sandboxPort, smtpPort, scanPort, ...asked }
    // Not the test's own NODE_ENV: the stack knows only development and production.
    const env = { ...process.env, NODE_ENV: 'development', RATE_LIMIT_PER_MINUTE: '1000000', ...settings }
    stack = fork(join(root, 'scripts/test-stack.ts'), [JSON.stringify(options)], { env, stdio: 'inherit' })
    const [message] = await Promise.race([once(stack, 'message'), once(stack, 'exit').then(() => ['ended'])])
    if (!message?.ready) throw new Error('the stack ended before it was ready')
  }

  const ask = async <T>(question: string): Promise<T> => {
    stack?.send(question)
    const [answer] = await once(stack as ChildProcess, 'message')
    return answer
  }

  return {
    data,
    portal: `http://127.0.0.1:${port}`,
    sandbox: `http://localhost:${sandboxPort}`,
    start,
    /** The processes of the parts by name, and the supervisor's own. */
    pids: async (): Promise<Record<string, number | undefined>> => ({
      ...(await ask<{ pids: Record<string, number> }>('pids')).pids,
      supervisor: stack?.pid,
    }),
    /** How the chain is reached. */
    chain: async () => (await ask<{ chain: Record<string, string> }>('chain')).chain,
    postmaster: () => Number(postmasterLines(postgres)[0]),
    databaseUrl: () => `postgres://ingot:${secrets().databasePassword}@127.0.0.1:${postmasterLines(postgres)[3]}/ingot`,
    ownerUrl: () =>
      `postgres://ingot_owner:${secrets().databaseOwnerPassword}@127.0.0.1:${postmasterLines(postgres)[3]}/ingot`,
    /** Asks it to stop, and says with which code it ended. */
    stop: async (): Promise<unknown> => {
      stack?.kill('SIGTERM')
      const [code] = await once(stack as ChildProcess, 'exit')
      return code
    },
    remove: () => {
      stack?.kill('SIGKILL')
      rmSync(homeOf(postgres), { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Where an embedded PostgreSQL keeps its files. */
export const homeOf = (folder: string): string => {
  const location = join(folder, 'location')
  return existsSync(location) ? readFileSync(location, 'utf8').trim() : folder
}

/** What a running one says of itself: its process first, its port in the fourth line. */
export const postmasterLines = (folder: string): string[] =>
  readFileSync(join(homeOf(folder), 'data/postmaster.pid'), 'utf8').split('\n')

/** As a failing machine would: without a word. */
export const killNow = (...pids: (number | undefined)[]) => {
  for (const pid of pids) {
    try {
      if (pid) process.kill(pid, 'SIGKILL')
    } catch {
      // Already gone, which is what we wanted.
    }
  }
}
