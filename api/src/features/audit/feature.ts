import { feature } from '../../feature.ts'
import { auditJobs } from './jobs.ts'
import { auditRoutes } from './routes.ts'
import { aloneMail } from './sent-jobs.ts'

export const audit = feature({
  name: 'audit',
  tables: { audit_told: 'impersonal' },
  reads: ['audit_lines', 'customers'],
  routes: ({ db }, { audits }) => auditRoutes(db, audits),
  sends: [aloneMail],
  jobs: (deps, { audits }) => auditJobs(deps, audits),
})
