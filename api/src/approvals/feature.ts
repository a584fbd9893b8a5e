import { feature } from '../feature.ts'
import { identityOf } from '../features/identity/identity.ts'
import { approvalJobs } from './jobs.ts'
import { approvalRoutes } from './routes.ts'
import { approvalMail } from './sent-jobs.ts'
import { createApprovals } from './service.ts'
import { approvalStates } from './states.ts'

export const approvals = feature({
  name: 'approvals',
  isEngine: true,
  tables: {
    approvals: {
      exported: { as: 'decisions', columns: 'action, state, asked_at, decided_at', order: 'number' },
      erased: {
        kept: 'what two operators decided has to be shown for as long as the books; the id names nobody any more',
      },
    },
  },
  things: [approvalStates],
  reads: ['customers'],
  audits: {
    'ask-approval': 'Asked for an approval',
    approve: 'Approved',
    'refuse-approval': 'Refused',
    'withdraw-approval': 'Withdrew what was asked for',
  },
  routes: (deps, { decisions }) => approvalRoutes(createApprovals(identityOf(deps), decisions)),
  sends: [approvalMail],
  jobs: approvalJobs,
})
