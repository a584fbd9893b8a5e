import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@ingot/db/connect'
import { type Outbox, openOutbox } from '@ingot/db/jobs'
import { createLog } from '@ingot/db/log'
import { openReplica } from '@ingot/db/replica'
import { createTestDatabase } from '@ingot/db/test-server'
import { makeCertificate } from '@ingot/paper/certificate'
import type { Carrier } from '@ingot/providers/carrier/port'
import { createLocalFiles } from '@ingot/providers/files/local'
import type { PaymentProcessor } from '@ingot/providers/payments/port'
import type { Identify } from './bind.ts'
import { openCarrier } from './carrier.ts'
import { readConfig } from './config.ts'
import { recordCertificate } from './documents/certificates.ts'
import { identityOf } from './features/identity/identity.ts'
import { createPasswords } from './features/identity/passwords.ts'
import { kycOf } from './features/kyc/kyc.ts'
import { sentJobs } from './features.ts'
import { createHouse } from './metrics/house.ts'
import { createHttpMeter } from './metrics/meters.ts'
import { openMetrics } from './metrics/open.ts'
import { openProcessor } from './processor.ts'
import { buildServer, type Features, type ServerDeps, togetherOf } from './server.ts'
import type { Turns } from './turns.ts'

const signing = makeCertificate('Tests of Ingot', new Date())

/** Settings that a test does not care about. */
export const testSettings = {
  RATE_LIMIT_PER_MINUTE: '100000',
  IDENTITY_SECRET: 'a secret that only tests have',
  PERSONAL_DATA_SECRET: 'another secret that only tests have',
  DOCUMENT_KEY: signing.key,
  DOCUMENT_CERTIFICATE: signing.certificate,
  SUMSUB_URL: 'http://localhost:1',
  SUMSUB_APP_TOKEN: 'sbx:tests',
  SUMSUB_SECRET_KEY: 'a key that only tests have',
  SUMSUB_WEBHOOK_SECRET: 'a webhook key that only tests have',
  SMTP_URL: 'smtp://localhost:1',
  SCANNER_URL: 'tcp://localhost:1',
  FILES_URL: 'file:///nowhere',
}

/** The same kind of hash with as little work as it takes: tests log in thousands of times, and keep nothing safe by it. */
const quickPasswords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Where a given database may be one that is not there. */
const refuseJobs = async () => {
  throw new Error('no job can be sent in this test')
}
const nowhere: Outbox = {
  send: refuseJobs,
  sendAll: refuseJobs,
  close: async () => undefined,
}

type Options = {
  /** Another database than a fresh one. */
  databaseUrl?: string
  env?: Record<string, string>
  identify?: Identify
  answerLimit?: number
  turns?: Turns
  now?: () => Date
  features?: (deps: ServerDeps) => Features
  /** Who takes cards, by the clock of the test. */
  processor?: (now: () => Date) => PaymentProcessor
  /** Who follows parcels. */
  carrier?: Carrier
  /** The same database where it is only read. */
  replicaOf?: (databaseUrl: string) => string
}

/** The api on a database of its own, with its log kept for reading. Not listening: use `app.inject`, or `app.listen`. */
export const createTestApi = async ({
  env = {},
  now = () => new Date(),
  features,
  processor,
  carrier,
  databaseUrl: given,
  replicaOf,
  ...more
}: Options = {}) => {
  const databaseUrl = given ?? (await createTestDatabase())
  const config = readConfig({
    ...{ DATABASE_URL: databaseUrl, DATABASE_READ_URL: replicaOf?.(databaseUrl) },
    ...testSettings,
    ...env,
  })
  const db = connect(databaseUrl, { part: 'test' })
  const logged: string[] = []
  const log = createLog('test', 'info', { write: (line) => logged.push(line) })
  const outbox = given ? nowhere : await openOutbox(databaseUrl, sentJobs)
  const folder = mkdtempSync(join(tmpdir(), 'ingot-files-'))
  const meter = createHttpMeter()
  const files = createLocalFiles(folder)
  const taker = processor?.(now) ?? openProcessor(config, now)
  const { DATABASE_READ_URL } = config
  const replica = DATABASE_READ_URL ? openReplica({ db, url: DATABASE_READ_URL, log, lookEvery: 50 }) : undefined
  const standing = { leaves: false }
  const deps = {
    config,
    standing,
    replica,
    db,
    log,
    outbox,
    files,
    now,
    meter,
    processor: taker,
    carrier: carrier ?? openCarrier(config),
    ...more,
  }
  Object.assign(identityOf(deps).passwords, quickPasswords)
  if (!given) await recordCertificate(deps)
  const app = await buildServer(deps, features?.(deps))
  // Nothing is kept: what was done is told at once.
  const metrics = await openMetrics('api', deps, [meter.read, createHouse({ ...deps, ...togetherOf(deps) })], 0)
  const close = async () => {
    await metrics?.stop()
    await app.close()
    await outbox.close()
    await replica?.stop()
    await db.destroy()
    rmSync(folder, { recursive: true })
  }
  const made = { replica, identity: identityOf(deps), kyc: kycOf(deps), metrics }
  return { app, db, databaseUrl, config, outbox, files, log, logged, standing, close, ...made }
}
