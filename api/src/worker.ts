import { connect, type Db, waitUntilReachable } from '@ingot/db/connect'
import { openClock } from '@ingot/db/demonstration'
import { startHeartbeat } from '@ingot/db/heartbeat'
import { openOutbox, workJobs } from '@ingot/db/jobs'
import { lead } from '@ingot/db/lease'
import { createLog } from '@ingot/db/log'
import { runProcess } from '@ingot/db/process'
import { refusePower } from '@ingot/db/running-role'
import { openFiles } from '@ingot/providers/files/open'
import { createSmtpMailer } from '@ingot/providers/mail/smtp'
import { openCarrier } from './carrier.ts'
import { openNamed, readConfig } from './config.ts'
import { recordCertificate } from './documents/certificates.ts'
import { toOpenAccounts } from './features/identity/closing.ts'
import { refuseDemoPeople } from './features/identity/demo-people.ts'
import { bankPartsOf, features, sentJobs, toldToJobs } from './features.ts'
import { createJobMeter } from './metrics/meters.ts'
import { openMetrics } from './metrics/open.ts'
import { openProcessor } from './processor.ts'

await runProcess(async () => {
  const config = readConfig(process.env, 'worker')
  const log = createLog('worker', config.LOG_LEVEL)
  const db = connect(config.DATABASE_URL, {
    part: 'worker',
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  await waitUntilReachable(db)
  await refusePower(db, config.NODE_ENV)
  const clock = await openClock(db, config.NODE_ENV)
  if (config.NODE_ENV === 'production') await refuseDemoPeople(db)
  const mailer = openNamed(() => toOpenAccounts(db, createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM })))
  const files = openNamed(() => openFiles(config.FILES_URL))
  const outbox = await openOutbox(config.DATABASE_URL, sentJobs, (error) =>
    log.warn({ err: error }, 'the outbox lost its connection'),
  )
  const processor = openProcessor(config, clock.now)
  const carrier = openCarrier(config)
  const deps = { config, db, log, outbox, files, mailer, processor, carrier, now: clock.now, sleep: clock.sleep }
  await recordCertificate(deps)
  const handlers = features.flatMap((each) => each.jobs?.(deps, toldToJobs) ?? [])
  const meter = createJobMeter()
  for (const { job } of handlers) meter.of(job.name)
  const jobs = await workJobs(config.DATABASE_URL, handlers, {
    pollSeconds: config.JOB_POLL_SECONDS,
    onError: (error, job) => log.error({ err: error, job }, 'job failed'),
    onRun: (job, outcome, seconds) => {
      meter.of(job).count(outcome)
      meter.of(job).took(seconds)
    },
  })
  const followed = features.map(({ follows }) => follows?.(deps, { bank: bankPartsOf(deps) }))
  const led = features.flatMap(({ name, leads }) => {
    if (!leads) return []
    const start = (fenced: Db) => {
      const own = { ...deps, db: fenced }
      return leads(own, { bank: bankPartsOf(own) })
    }
    return lead({ db, name: `worker: ${name}`, log, start })
  })
  const metrics = await openMetrics('worker', deps, [meter.read])
  const heartbeat = await startHeartbeat(db, 'worker', log)
  const stop = async () => {
    await metrics?.stop()
    await Promise.all([...followed, ...led].map((each) => each?.stop()))
    await clock.stop()
    await jobs.close()
    await outbox.close()
    mailer.close()
    await heartbeat.stop()
    await db.destroy()
    log.flush()
  }
  return { stop, about: { ...(metrics && { metricsPort: metrics.port }) } }
})
