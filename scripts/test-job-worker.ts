import { readConfig } from '@ingot/api/config'
import { features, sentJobs, toldToJobs } from '@ingot/api/features'
import { connect } from '@ingot/db/connect'
import { openOutbox } from '@ingot/db/jobs'
import { createLog } from '@ingot/db/log'
import { openFiles } from '@ingot/providers/files/open'
import { dieAtStatement, type MortalRun } from './test-mortal.ts'

// For tests: one job of the worker as a process of its own, whose clock is what it is told, and which dies without a word at the
// statement that it is told. Which job it is stands in the setting TEST_JOB.

const config = readConfig(process.env)
const db = connect(config.DATABASE_URL, { part: 'test', max: 6 })
const run: MortalRun & { statements: number } = { at: 0, statements: 0 }
dieAtStatement(db, run)

const outbox = await openOutbox(config.DATABASE_URL, sentJobs)
const deps = {
  ...{ config, db, outbox, log: createLog('test', 'silent'), files: openFiles(config.FILES_URL) },
  now: () => new Date(run.at),
  sleep: async () => undefined,
  mailer: { send: async () => undefined, close: () => undefined },
}
const handlers = features.flatMap(({ jobs }) => jobs?.(deps, toldToJobs) ?? [])
const mortal = handlers.find(({ job }) => job.name === process.env.TEST_JOB)

process.on('message', async (order: MortalRun) => {
  Object.assign(run, { dieAt: undefined, during: false, ...order, statements: 0 })
  await mortal?.handle({}, 'by hand')
  process.send?.({ statements: run.statements })
})
process.send?.({ isReady: mortal !== undefined })
