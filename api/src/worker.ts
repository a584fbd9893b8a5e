import { connect, waitUntilReachable } from '@ingot/db/connect'
import { beat, heartbeatSeconds } from '@ingot/db/heartbeat'
import { workJobs } from '@ingot/db/jobs'
import { readConfig } from './config.ts'
import { ledgerJobs } from './features/ledger/jobs.ts'
import { systemJobs } from './features/system/jobs.ts'
import { createLog } from './log.ts'
import { runProcess } from './process.ts'

await runProcess(async () => {
  const config = readConfig(process.env)
  const log = createLog('worker', config.LOG_LEVEL)
  const db = connect(config.DATABASE_URL, {
    part: 'worker',
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  await waitUntilReachable(db)
  const jobs = await workJobs(config.DATABASE_URL, [...systemJobs(db), ...ledgerJobs(db, config.LEDGER_SEAL_SECRET)], {
    onError: (error, job) => log.error({ err: error, job }, 'job failed'),
  })
  const report = () => beat(db, 'worker').catch((error) => log.warn({ err: error }, 'heartbeat not written'))
  await report()
  const pulse = setInterval(report, heartbeatSeconds * 1000)
  const stop = async () => {
    clearInterval(pulse)
    await jobs.close()
    await db.destroy()
    log.flush()
  }
  return { stop }
})
