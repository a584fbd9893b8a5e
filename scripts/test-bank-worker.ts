import { bankOf } from '@ingot/api/bank/bank'
import { followBank } from '@ingot/api/bank/following'
import { readConfig } from '@ingot/api/config'
import { bankPartsOf, features, sentJobs, toldToJobs } from '@ingot/api/features'
import { connect } from '@ingot/db/connect'
import { openOutbox } from '@ingot/db/jobs'
import { createLog } from '@ingot/db/log'
import { openFiles } from '@ingot/providers/files/open'
import { dieAtStatement, type MortalRun } from './test-mortal.ts'

// For tests: the worker's part of the bank as a process of its own, whose clock is what it is told, and which dies without a word
// at the statement that it is told.

/** One round of following the bank, or a job by its name. */
export type BankRun = MortalRun & { step: string }

const config = readConfig(process.env)
const db = connect(config.DATABASE_URL, { part: 'test', max: 6 })
const run: BankRun & { statements: number } = { at: 0, step: '', statements: 0 }
dieAtStatement(db, run)

const outbox = await openOutbox(config.DATABASE_URL, sentJobs)
const deps = {
  ...{ config, db, outbox, log: createLog('test', 'silent'), files: openFiles(config.FILES_URL) },
  now: () => new Date(run.at),
  sleep: async () => undefined,
  mailer: { send: async () => undefined, close: () => undefined },
}
const handlers = features.flatMap(({ jobs }) => jobs?.(deps, toldToJobs) ?? [])
const follow = followBank(bankOf(deps), bankPartsOf(deps))

process.on('message', async (order: BankRun) => {
  Object.assign(run, { dieAt: undefined, during: false, ...order, statements: 0 })
  if (order.step === 'follow') await follow()
  else await handlers.find(({ job }) => job.name === order.step)?.handle({}, 'by hand')
  process.send?.({ statements: run.statements })
})
process.send?.({ isReady: true })
