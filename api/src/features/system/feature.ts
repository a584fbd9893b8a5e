import { forgetJobs } from '@ingot/db/jobs'
import { feature } from '../../feature.ts'
import { buildOf } from '../../pages.ts'
import { systemJobs } from './jobs.ts'
import { jobQueues } from './queues.ts'
import { systemRoutes } from './routes.ts'
import { mailHealth, processFigures, processHealth, replicaFigures, replicaHealth } from './service.ts'

export const system = feature({
  name: 'system',
  package: 'db',
  tables: {
    operations: {
      by: 'caller',
      exported: { not: 'answers that were given already, kept for whoever lost one' },
      erased: 'deleted',
    },
    'pgboss.job': {
      exported: { not: 'what is to be done next, and gone when it is done' },
      erased: async (tx, { id, email }) => {
        await forgetJobs(tx, [id, email])
        return {}
      },
    },
    state_history: {
      exported: { not: 'what became of a thing stands with the thing' },
      erased: { kept: 'who has moved what on; the id names nobody any more' },
    },
    state_moves: 'impersonal',
    heartbeats: 'impersonal',
    processes: 'impersonal',
    leases: 'impersonal',
    last_writes: {
      exported: { not: 'a place in the database’s log, so that whoever wrote something reads it' },
      erased: 'deleted',
    },
    demonstration_clock: 'impersonal',
    migrations: 'impersonal',
  },
  routes: ({ log, config, standing }, { endpoints, health }) =>
    systemRoutes({ log, build: buildOf(config.INGOT_WEB), endpoints, health, standing }),
  jobs: ({ db }) => systemJobs(db),
  health: async ({ db, replica }) => [
    ...(await processHealth(db)),
    ...(await mailHealth(db)),
    ...replicaHealth(replica),
  ],
  queues: jobQueues,
  figures: ({ db, replica, now }) => [...processFigures(db), ...replicaFigures(replica, now)],
  audits: {
    'retry-mail': 'Sent an e-mail again',
    'drop-mail': 'Gave up on an e-mail',
    'retry-job': 'Tried a job again',
    'drop-job': 'Gave up on a job',
  },
})
