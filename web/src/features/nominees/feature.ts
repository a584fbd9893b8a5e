import type { Feature } from '../../lib/feature.ts'

export const nominees: Feature = {
  name: 'nominees',
  routes: [
    {
      path: '/nominee',
      gate: 'verified',
      title: 'Nominees',
      kind: 'reading',
      page: 'nominee',
      sample: '/nominee',
      menu: { label: 'Nominee', group: 'Account', place: 1 },
    },
    {
      path: '/keep-nominees/:token',
      gate: 'public',
      title: 'Keep your nominees',
      kind: 'form',
      page: 'keep-nominees',
      sample: '/keep-nominees/sample-token',
    },
  ],
  activities: {
    'nominees-confirmed': 'Nominees confirmed',
    'nominees-withdrawn': 'Change of nominees taken back',
  },
}
