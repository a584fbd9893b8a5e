import type { Feature } from '../../lib/feature.ts'

/** What operators have of the reserves; what everybody sees is a page of several features. */
export const reserves: Feature = {
  name: 'reserves',
  routes: [
    {
      path: '/operator/reserves',
      gate: 'operator',
      roles: ['Owner', 'Finance', 'Vault', 'Compliance', 'Auditor'],
      title: 'Reserves',
      kind: 'list',
      page: 'operator-reserves',
      sample: '/operator/reserves',
      menu: { label: 'Reserves', place: 3.5 },
    },
  ],
}
