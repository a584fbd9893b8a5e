import type { Feature } from '../../lib/feature.ts'

export const approvals: Feature = {
  name: 'approvals',
  routes: [
    {
      path: '/operator/approvals',
      gate: 'operator',
      title: 'Approvals',
      kind: 'list',
      page: 'operator-approvals',
      sample: '/operator/approvals',
      menu: { label: 'Approvals', place: 3 },
    },
  ],
}
