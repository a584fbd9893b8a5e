import { feature } from '../../feature.ts'
import { groupsOf } from './groups.ts'
import { leaveAll } from './members.ts'
import { groupQueues } from './queues.ts'
import { groupRoutes } from './routes.ts'
import { groupMoves, memberMoves, reportMoves } from './rules.ts'

/** People who save gold beside each other. What they buy is each one's own holding. */
export const groups = feature({
  name: 'groups',
  tables: {
    gds_groups: 'impersonal',
    gds_members: {
      exported: {
        as: 'groups',
        columns: 'group_id, state, is_creator, shows_grams, asked_at, joined_at, admin_since, ended_at',
        order: 'asked_at',
      },
      erased: (tx, { id }, { now }) => leaveAll(tx, id, now()),
    },
    gds_bookings: {
      exported: { as: 'purchasesInGroups', columns: 'holding, group_id', order: 'holding' },
      erased: { kept: 'in which group something was booked; the id names nobody any more' },
    },
    gds_reports: {
      exported: { as: 'reportedGroupNames', columns: 'group_id, name, why, at, state, decided_at', order: 'at' },
      erased: { kept: 'why a group has the name it has; the id names nobody any more' },
    },
  },
  things: [groupMoves, memberMoves, reportMoves],
  reads: ['customers', 'documents', 'holdings', 'kyc_personal'],
  routes: (deps) => groupRoutes(groupsOf(deps)),
  audits: {
    'rename-group': 'Renamed a group',
    'close-group': 'Closed a group',
    'dismiss-report': 'Left a group’s name as it is',
  },
  queues: groupQueues,
})
