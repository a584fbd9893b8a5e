import { feature } from '../feature.ts'
import { changePolicy } from './change.ts'
import { policyJobs, policySentJobs } from './jobs.ts'
import { policyRoutes } from './routes.ts'

/** An engine: whoever works by numbers that operators may change reads them here. */
export const policyVersions = feature({
  name: 'policy-versions',
  isEngine: true,
  tables: { policy_versions: 'impersonal', policy_notices: 'impersonal' },
  reads: ['customers', 'approvals', 'migrations'],
  routes: ({ db, now }) => policyRoutes(db, now),
  decides: (deps) => [changePolicy(deps)],
  sends: policySentJobs,
  jobs: policyJobs,
})
