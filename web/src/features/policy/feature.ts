import type { Feature } from '../../lib/feature.ts'

export const policy: Feature = {
  name: 'policy',
  routes: [
    {
      path: '/operator/policy',
      gate: 'operator',
      title: 'Policy',
      kind: 'list',
      page: 'operator-policy',
      sample: '/operator/policy',
      menu: { label: 'Policy', place: 5 },
    },
  ],
}
