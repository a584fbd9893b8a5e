import type { Feature } from '../../lib/feature.ts'

export const leaving: Feature = {
  name: 'leaving',
  routes: [
    {
      path: '/leaving',
      gate: 'customer',
      title: 'Archive and closing',
      kind: 'reading',
      page: 'leaving',
      sample: '/leaving',
    },
  ],
  activities: {
    'exit-pack-asked': 'Archive of everything asked for',
    'exit-pack-opened': 'Archive of everything downloaded',
    'account-closed': 'Account closed',
  },
}
