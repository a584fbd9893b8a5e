import { feature } from '../../feature.ts'
import { nomineesAtWork } from './at-work.ts'
import { nomineeConfirmation } from './confirmation.ts'
import { exportNominees } from './customer-data.ts'
import { nomineeJobs } from './jobs.ts'
import { nomineesOf } from './nominees.ts'
import { nomineeRoutes } from './routes.ts'
import { nomineeSetMoves } from './rules.ts'
import { nomineeSentJobs } from './sent-jobs.ts'

/** Whom customers name to receive what they leave. */
export const nominees = feature({
  name: 'nominees',
  tables: {
    nominee_sets: { exported: exportNominees, erased: 'deleted' },
  },
  things: [nomineeSetMoves],
  keyed: ({ personalData }) => [
    {
      ...{ secret: 'PERSONAL_DATA_SECRET', what: 'nominees', table: 'nominee_sets', by: 'id', column: 'sealed' },
      mark: personalData.mark,
      renew: (id, sealed) => personalData.seal(id, 'nominees', personalData.open(id, 'nominees', sealed)),
    },
  ],
  reads: ['customers'],
  routes: (deps) => nomineeRoutes(nomineesOf(deps)),
  sends: nomineeSentJobs,
  jobs: nomineeJobs,
  documents: [nomineeConfirmation],
  attention:
    ({ db, now }) =>
    (customer) =>
      nomineesAtWork(db, customer, now()),
})
