import { feature } from '../../feature.ts'
import { identityOf } from '../identity/identity.ts'
import { giveOperatorRole, inviteOperator, takeOperatorRole } from './decisions.ts'
import { peopleJobs } from './jobs.ts'
import { peopleRoutes } from './routes.ts'
import { invitationMail } from './sent-jobs.ts'

export const people = feature({
  name: 'people',
  tables: {
    operator_roles: {
      by: 'operator',
      exported: { not: 'only operators have roles' },
      erased: { kept: 'who could do what has to be shown for as long as the audit log' },
    },
    operator_invitations: {
      by: 'email',
      exported: { not: 'an invitation that was not accepted made nobody an operator' },
      erased: 'deleted',
    },
  },
  reads: ['customers', 'sessions'],
  audits: {
    'create-operator': 'Created an operator, or gave one a new start',
    'accept-invitation': 'Became an operator by invitation',
  },
  routes: (deps) => peopleRoutes(identityOf(deps)),
  decides: ({ outbox }) => [inviteOperator(outbox), giveOperatorRole, takeOperatorRole],
  sends: [invitationMail],
  jobs: peopleJobs,
})
