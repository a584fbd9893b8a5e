import type { Feature } from '../../lib/feature.ts'

export const treasury: Feature = {
  name: 'treasury',
  routes: [
    {
      path: '/operator/treasury',
      gate: 'operator',
      roles: ['Owner', 'Finance', 'Vault', 'Auditor'],
      title: 'Treasury',
      kind: 'list',
      page: 'operator-treasury',
      sample: '/operator/treasury',
      menu: { label: 'Treasury', place: 3.5 },
    },
    {
      path: '/operator/pool',
      gate: 'operator',
      roles: ['Owner', 'Finance', 'Auditor'],
      title: 'Pool of rewards',
      kind: 'list',
      page: 'operator-pool',
      sample: '/operator/pool',
      menu: { label: 'Pool of rewards', place: 3.6 },
    },
  ],
}
