import type { Feature } from '../../lib/feature.ts'

export const bank: Feature = {
  name: 'bank',
  routes: [
    {
      path: '/operator/bank',
      gate: 'operator',
      roles: ['Owner', 'Finance', 'Auditor'],
      title: 'Bank',
      kind: 'list',
      page: 'operator-bank',
      sample: '/operator/bank',
      menu: { label: 'Bank', place: 3.5 },
    },
  ],
}
