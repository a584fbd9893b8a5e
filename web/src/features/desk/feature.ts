import type { Feature } from '../../lib/feature.ts'

export const desk: Feature = {
  name: 'desk',
  routes: [
    {
      path: '/operator',
      gate: 'operator',
      title: 'Operator console',
      kind: 'wide',
      page: 'operator-home',
      sample: '/operator',
      menu: { label: 'Home', place: 1 },
    },
    {
      path: '/operator/queues/:queue',
      gate: 'operator',
      title: 'Queue',
      kind: 'wide',
      page: 'operator-queue',
      sample: '/operator/queues/frozen',
    },
    {
      path: '/reward-requests',
      gate: 'operator',
      roles: ['Owner', 'Finance', 'Auditor'],
      title: 'Reward requests',
      kind: 'wide',
      page: 'operator-reward-requests',
      sample: '/reward-requests',
      menu: { label: 'Reward requests', place: 3.7 },
    },
    {
      path: '/operator/customers/:id?',
      gate: 'operator',
      roles: ['Owner', 'Finance', 'Vault', 'Compliance', 'Support'],
      title: 'Customers',
      kind: 'wide',
      page: 'operator-customers',
      sample: '/operator/customers',
      menu: { label: 'Customers', place: 2 },
    },
  ],
}
