import type { Feature } from '../../lib/feature.ts'

export const audit: Feature = {
  name: 'audit',
  routes: [
    {
      path: '/operator/audit',
      gate: 'operator',
      roles: ['Owner', 'Compliance', 'Auditor'],
      title: 'Audit log',
      kind: 'list',
      page: 'operator-audit',
      sample: '/operator/audit',
      menu: { label: 'Audit log', place: 7 },
    },
  ],
}
