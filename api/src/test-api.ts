import { connect } from '@ingot/db/connect'
import { createTestDatabase } from '@ingot/db/test-server'
import type { Identify } from './bind.ts'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { buildServer, type Features, type ServerDeps } from './server.ts'

type Options = {
  /** Another database than a fresh one. */
  databaseUrl?: string
  env?: Record<string, string>
  identify?: Identify
  answerLimit?: number
  features?: (deps: ServerDeps) => Features
}

/** The api on a database of its own, with its log kept for reading. Not listening: use `app.inject`, or `app.listen`. */
export const createTestApi = async ({ env = {}, identify, answerLimit, features, ...options }: Options = {}) => {
  const databaseUrl = options.databaseUrl ?? (await createTestDatabase())
  const config = readConfig({ DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '100000', ...env })
  const db = connect(databaseUrl, { part: 'test' })
  const logged: string[] = []
  const log = createLog('test', 'info', { write: (line) => logged.push(line) })
  const deps = { config, db, log, ...(identify && { identify }), ...(answerLimit && { answerLimit }) }
  const app = await buildServer(deps, features?.(deps))
  const close = async () => {
    await app.close()
    await db.destroy()
  }
  return { app, db, databaseUrl, log, logged, close }
}
