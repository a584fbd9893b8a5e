import { estateMovements } from '@ingot/endpoints/movement-words'
import type { Feature } from '../../lib/feature.ts'

export const estates: Feature = {
  name: 'estates',
  routes: [
    {
      path: '/report-a-death',
      gate: 'public',
      title: 'Report a death',
      kind: 'form',
      page: 'report-death',
      sample: '/report-a-death',
    },
    {
      path: '/report-a-death/:token',
      gate: 'public',
      title: 'Papers for your report',
      kind: 'form',
      page: 'report-papers',
      sample: '/report-a-death/sample-token',
    },
    {
      path: '/still-here/:token',
      gate: 'public',
      title: 'Stop a report of your death',
      kind: 'form',
      page: 'still-here',
      sample: '/still-here/sample-token',
    },
    {
      path: '/inheritance/:token',
      gate: 'public',
      title: 'You were named to receive',
      kind: 'form',
      page: 'inheritance',
      sample: '/inheritance/sample-token',
    },
    {
      path: '/inheritances',
      gate: 'customer',
      title: 'Inheritances',
      kind: 'list',
      page: 'inheritances',
      sample: '/inheritances',
    },
  ],
  movements: estateMovements,
  movementPages: { inherited: { label: 'See what you received', to: '/inheritances' } },
  activities: {
    'estate-checked': 'We began to look into a report that you have died',
    'estate-vetoed': 'You told us that you live',
    'estate-ended': 'A report that you have died was refused',
    'estate-renewed': 'Password, PIN and 2FA renewed after a report that you have died',
    'inheritance-received': 'Received what somebody left',
  },
}
