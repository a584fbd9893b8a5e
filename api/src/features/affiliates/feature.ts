import { feature } from '../../feature.ts'
import { identityOf } from '../identity/identity.ts'
import { affiliatesJobs } from './jobs.ts'
import { affiliatesRoutes } from './routes.ts'
import { leaveNetwork } from './service.ts'

/** Who brought whom: downwards, five levels, by first name and initial. */
export const affiliates = feature({
  name: 'affiliates',
  tables: {
    network_members: {
      exported: { as: 'shownToThoseAbove', columns: 'name' },
      erased: async (tx, { id }) => {
        await leaveNetwork(tx, id)
        return {}
      },
    },
    network_words: { exported: { not: 'the words of the name that is shown' }, erased: 'deleted' },
    network_links: {
      exported: { not: 'who is above him is not his to know' },
      erased: 'deleted',
    },
    network_counts: {
      exported: { as: 'network', columns: 'level, members, verified', order: 'level' },
      erased: { kept: 'numbers that name nobody' },
    },
    network_days: { exported: { not: 'it is part of the network' }, erased: { kept: 'numbers that name nobody' } },
    introducer_corrections: {
      exported: { as: 'introducerCorrections', columns: 'at', order: 'number' },
      erased: { kept: 'why somebody else is above; the id names nobody any more' },
    },
  },
  reads: ['customers', 'kyc_personal', 'rewards'],
  routes: (deps) => affiliatesRoutes(identityOf(deps)),
  jobs: ({ db }) => affiliatesJobs(db),
})
