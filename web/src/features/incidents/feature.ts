import type { Feature } from '../../lib/feature.ts'

export const incidents: Feature = {
  name: 'incidents',
  routes: [
    {
      path: '/operator/incidents',
      gate: 'operator',
      roles: ['Owner', 'Support', 'Auditor'],
      title: 'Incidents',
      kind: 'list',
      page: 'operator-incidents',
      sample: '/operator/incidents',
      menu: { label: 'Incidents', place: 3.9 },
    },
  ],
}
