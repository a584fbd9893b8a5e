import { hash } from 'node:crypto'
import { readConfig } from '@ingot/api/config'
import { features, sentJobs, toldToJobs } from '@ingot/api/features'
import { paymentsOf } from '@ingot/api/features/payments/payments'
import { start } from '@ingot/api/features/payments/starting'
import { openProcessor } from '@ingot/api/processor'
import { connect } from '@ingot/db/connect'
import { openOutbox } from '@ingot/db/jobs'
import { createLog } from '@ingot/db/log'
import { openTestWorker } from '@ingot/db/test-jobs'
import { openFiles } from '@ingot/providers/files/open'
import { dieAtStatement, type MortalRun } from './test-mortal.ts'

// For tests: what api and worker do with card payments as a process of its own, whose clock is what it is told, and which dies
// without a word at the statement that it is told.

/** A payment that somebody begins, all that was sent, or a job by its name with what it is given. */
export type CardRun = MortalRun & { step: string; given?: object; begins?: Begins }
type Begins = { customer: string; amount: string; key: string }

const config = readConfig(process.env)
const db = connect(config.DATABASE_URL, { part: 'test', max: 6 })
const run: CardRun & { statements: number } = { at: 0, step: '', statements: 0 }
dieAtStatement(db, run)

const now = () => new Date(run.at)
const outbox = await openOutbox(config.DATABASE_URL, sentJobs)
const deps = {
  ...{ config, db, outbox, log: createLog('test', 'silent'), files: openFiles(config.FILES_URL) },
  ...{ now, sleep: async () => undefined, processor: openProcessor(config, now) },
  mailer: { send: async () => undefined, close: () => undefined },
}
const handlers = features.flatMap(({ jobs }) => jobs?.(deps, toldToJobs) ?? [])
const follow = handlers.filter(({ job }) => job.name === 'follow-payment')
const sent = await openTestWorker(config.DATABASE_URL, follow)

const begin = async ({ customer, amount, key }: Begins) => {
  const operation = { caller: customer, endpoint: 'startPayment', key, requestHash: hash('sha256', amount, 'buffer') }
  await start(paymentsOf(deps), { person: { id: customer }, operation }, amount)
}

const work = async ({ step, given = {}, begins }: CardRun): Promise<void> => {
  if (begins) return begin(begins)
  if (step === 'sent') return sent.run()
  const found = handlers.find(({ job }) => job.name === step)
  if (!found) throw new Error(`there is no job ${step}`)
  await found.handle(given, 'by hand')
}

process.on('message', async (order: CardRun) => {
  Object.assign(run, { dieAt: undefined, during: false, given: {}, begins: undefined, ...order, statements: 0 })
  const problem = await work(run).then(
    () => undefined,
    (error: Error) => ('error' in error ? String(error.error) : (error.stack ?? error.message)),
  )
  process.send?.({ statements: run.statements, problem })
})
process.send?.({ isReady: true })
