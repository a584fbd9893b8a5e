import type { Feature } from '../../lib/feature.ts'

export const estateDesk: Feature = {
  name: 'estate-desk',
  routes: [
    {
      path: '/operator/estates',
      gate: 'operator',
      // Support writes down what it is told, and reads nothing.
      roles: ['Owner', 'Compliance', 'Auditor', 'Support'],
      title: 'Estates',
      kind: 'list',
      page: 'operator-estates',
      sample: '/operator/estates',
      menu: { label: 'Estates', place: 3.5 },
    },
    {
      path: '/operator/estates/:id',
      gate: 'operator',
      roles: ['Owner', 'Compliance', 'Auditor'],
      title: 'Estate',
      kind: 'wide',
      page: 'operator-estate',
      sample: '/operator/estates/sample',
    },
  ],
}
