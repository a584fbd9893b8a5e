import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { publishTexts } from './features/content/service.ts'
import { buildServer, type Features, type ServerDeps } from './server.ts'

const textsOfOurs = new URL('../texts/', import.meta.url).pathname

/** The HTTP side as a running process: database, texts, server. */
export const startApi = async (config: Config, log: Logger, features?: (deps: ServerDeps) => Features) => {
  const db = connect(config.DATABASE_URL, {
    part: 'api',
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  await publishTexts(
    db,
    (name) => readFile(join(config.INGOT_TEXTS ?? textsOfOurs, `${name}.md`), 'utf8'),
    config.BRAND_NAME,
  )
  const deps = { config, db, log }
  const server = await buildServer(deps, features?.(deps))
  await server.listen({ host: config.HOST, port: config.PORT }).catch((error) => {
    if (error.code === 'EADDRINUSE') throw new ProblemForPeople(`Port ${config.PORT} is taken. Set PORT to a free one.`)
    if (error.code === 'EACCES')
      throw new ProblemForPeople(`Port ${config.PORT} may not be opened by this user. Set PORT to one above 1023.`)
    throw error
  })
  const stop = async () => {
    await server.close()
    await db.destroy()
    log.flush()
  }
  const address = server.server.address()
  return { stop, about: { port: typeof address === 'object' && address ? address.port : config.PORT } }
}
