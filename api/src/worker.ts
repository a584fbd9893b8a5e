import { connect, waitUntilReachable } from '@ingot/db/connect'
import { beat, heartbeatSeconds } from '@ingot/db/heartbeat'
import { openOutbox, workJobs } from '@ingot/db/jobs'
import { createLog } from '@ingot/db/log'
import { runProcess } from '@ingot/db/process'
import { refusePower } from '@ingot/db/running-role'
import { createSmtpMailer } from '@ingot/providers/mail/smtp'
import { openNamed, readConfig } from './config.ts'
import { affiliatesJobs } from './features/affiliates/jobs.ts'
import { refuseDemoPeople } from './features/identity/demo-people.ts'
import { identityJobs } from './features/identity/jobs.ts'
import { identityMailJobs } from './features/identity/mail-jobs.ts'
import { kycJobs } from './features/kyc/jobs.ts'
import { createKyc } from './features/kyc/kyc.ts'
import { kycSentJobs } from './features/kyc/sent-jobs.ts'
import { ledgerJobs } from './features/ledger/jobs.ts'
import { systemJobs } from './features/system/jobs.ts'
import { tradeJobs } from './features/trade/jobs.ts'
import { followPrice } from './features/trade/price-reader.ts'
import { walletJobs } from './features/wallet/jobs.ts'
import { walletSentJobs } from './features/wallet/sent-jobs.ts'

await runProcess(async () => {
  const config = readConfig(process.env)
  const log = createLog('worker', config.LOG_LEVEL)
  const db = connect(config.DATABASE_URL, {
    part: 'worker',
    onIdleError: (error) => log.warn({ err: error }, 'database connection lost'),
  })
  await waitUntilReachable(db)
  await refusePower(db, config.NODE_ENV)
  if (config.NODE_ENV === 'production') await refuseDemoPeople(db)
  const mailer = openNamed(() => createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM }))
  const outbox = await openOutbox(
    config.DATABASE_URL,
    [...identityMailJobs, ...kycSentJobs, ...walletSentJobs],
    (error) => log.warn({ err: error }, 'the outbox lost its connection'),
  )
  const handlers = [
    ...systemJobs(db),
    ...affiliatesJobs(db),
    ...ledgerJobs(db, config.LEDGER_SEAL_SECRET),
    ...tradeJobs({ db, log }),
    ...identityJobs({ db, config, mailer, outbox, log }),
    ...walletJobs({ db, config, mailer, outbox, log }),
    ...kycJobs(createKyc(config, { db, outbox, log }), { config, mailer }),
  ]
  const jobs = await workJobs(config.DATABASE_URL, handlers, {
    pollSeconds: config.JOB_POLL_SECONDS,
    onError: (error, job) => log.error({ err: error, job }, 'job failed'),
  })
  const price = followPrice(config, db, log)
  const report = () => beat(db, 'worker').catch((error) => log.warn({ err: error }, 'heartbeat not written'))
  await report()
  const pulse = setInterval(report, heartbeatSeconds * 1000)
  const stop = async () => {
    clearInterval(pulse)
    await price?.stop()
    await jobs.close()
    await outbox.close()
    mailer.close()
    await db.destroy()
    log.flush()
  }
  return { stop }
})
