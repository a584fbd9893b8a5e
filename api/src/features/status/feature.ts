import { feature } from '../../feature.ts'
import { keepLooking } from './looking.ts'
import { statusRoutes } from './routes.ts'
import { incidentStates } from './rules.ts'
import { statusOf } from './status.ts'

/** What everybody is told of how the portal works. */
export const status = feature({
  name: 'status',
  tables: {
    status_parts: 'impersonal',
    status_looks: 'impersonal',
    incidents: 'impersonal',
    incident_updates: 'impersonal',
  },
  reads: ['customers'],
  things: [incidentStates],
  routes: (deps) => statusRoutes(statusOf(deps)),
  watches: (deps, { health }) => keepLooking(statusOf(deps), health),
  audits: {
    'open-incident': 'Told everybody of an incident',
    'update-incident': 'Told everybody how an incident goes on',
  },
})
