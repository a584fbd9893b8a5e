import { connect, waitUntilReachable } from '@ingot/db/connect'
import { openClock } from '@ingot/db/demonstration'
import { openOutbox } from '@ingot/db/jobs'
import { ProblemForPeople } from '@ingot/db/problem'
import { refusePower } from '@ingot/db/running-role'
import { openFiles } from '@ingot/providers/files/open'
import type { Logger } from 'pino'
import type { Identify } from './bind.ts'
import { type Config, openNamed } from './config.ts'
import { publishTexts } from './features/content/service.ts'
import { refuseDemoPeople } from './features/identity/demo-people.ts'
import { sentJobs } from './features.ts'
import { buildServer, type Features, type ServerDeps } from './server.ts'

const textsOfOurs = new URL('../texts/', import.meta.url).pathname

/** What a test's api has in place of, or beside, ours. */
type Extras = {
  identify?: Identify
  features?: (deps: ServerDeps) => Features
}

/** The HTTP side as a running process: database, texts, server. */
export const startApi = async (config: Config, log: Logger, { identify, features }: Extras = {}) => {
  const db = connect(config.DATABASE_URL, {
    part: 'api',
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  await waitUntilReachable(db)
  await refusePower(db, config.NODE_ENV)
  const clock = await openClock(db, config.NODE_ENV)
  if (config.NODE_ENV === 'production') await refuseDemoPeople(db)
  await publishTexts(db, config.INGOT_TEXTS ?? textsOfOurs)
  const outbox = await openOutbox(config.DATABASE_URL, sentJobs, (error) =>
    log.warn({ err: error }, 'the outbox lost its connection'),
  )
  const files = openNamed(() => openFiles(config.FILES_URL))
  const deps = { config, db, log, outbox, files, now: clock.now, ...(identify && { identify }) }
  const server = await buildServer(deps, features?.(deps))
  await server.listen({ host: config.HOST, port: config.PORT }).catch((error) => {
    if (error.code === 'EADDRINUSE') throw new ProblemForPeople(`Port ${config.PORT} is taken. Set PORT to a free one.`)
    if (error.code === 'EACCES')
      throw new ProblemForPeople(`Port ${config.PORT} may not be opened by this user. Set PORT to one above 1023.`)
    throw error
  })
  const stop = async () => {
    await server.close()
    await clock.stop()
    await outbox.close()
    await db.destroy()
    log.flush()
  }
  const address = server.server.address()
  return { stop, about: { port: typeof address === 'object' && address ? address.port : config.PORT } }
}
