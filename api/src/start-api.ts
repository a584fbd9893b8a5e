import { setTimeout as sleep } from 'node:timers/promises'
import { connect, waitUntilReachable } from '@ingot/db/connect'
import { openClock } from '@ingot/db/demonstration'
import { startHeartbeat } from '@ingot/db/heartbeat'
import { openOutbox } from '@ingot/db/jobs'
import { openReplica } from '@ingot/db/replica'
import { refusePower } from '@ingot/db/running-role'
import { openFiles } from '@ingot/providers/files/open'
import type { Logger } from 'pino'
import type { Identify } from './bind.ts'
import { openCarrier } from './carrier.ts'
import { type Config, openNamed } from './config.ts'
import { recordCertificate } from './documents/certificates.ts'
import { publishTexts } from './features/content/service.ts'
import { refuseDemoPeople } from './features/identity/demo-people.ts'
import { features as declared, sentJobs } from './features.ts'
import { createHouse } from './metrics/house.ts'
import { createHttpMeter } from './metrics/meters.ts'
import { openMetrics } from './metrics/open.ts'
import { portProblem } from './port-problem.ts'
import { openProcessor } from './processor.ts'
import { buildServer, type Features, type ServerDeps, togetherOf } from './server.ts'

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
  const meter = config.METRICS_PORT === undefined ? undefined : createHttpMeter()
  const processor = openProcessor(config, clock.now)
  const carrier = openCarrier(config)
  const { DATABASE_READ_URL } = config
  const replica = DATABASE_READ_URL ? openReplica({ db, url: DATABASE_READ_URL, log }) : undefined
  const standing = { leaves: false }
  const deps = {
    config,
    db,
    log,
    outbox,
    files,
    processor,
    carrier,
    now: clock.now,
    meter,
    standing,
    replica,
    ...(identify && { identify }),
  }
  await recordCertificate(deps)
  const server = await buildServer(deps, features?.(deps))
  await server.listen({ host: config.HOST, port: config.PORT }).catch((error) => {
    throw portProblem(error, 'PORT', config.PORT)
  })
  const watching = declared.map(({ watches }) => watches?.(deps, togetherOf(deps)))
  const house = createHouse({ ...deps, ...togetherOf(deps) })
  const metrics = await openMetrics('api', deps, meter ? [meter.read, house] : [])
  const heartbeat = await startHeartbeat(db, 'api', log)
  const stop = async () => {
    standing.leaves = true
    // Whoever shares out the calls has to notice before the door is closed.
    await sleep(config.DRAIN_SECONDS * 1000)
    await metrics?.stop()
    for (const each of watching) await each?.stop()
    await server.close()
    await clock.stop()
    await outbox.close()
    await heartbeat.stop()
    await replica?.stop()
    await db.destroy()
    log.flush()
  }
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  return { stop, about: { port, ...(metrics && { metricsPort: metrics.port }) } }
}
