import type { Feature } from '../../lib/feature.ts'

/** What customers see of them stands at `/Tools`, which `app/` joins. */
export const materials: Feature = {
  name: 'materials',
  routes: [
    {
      path: '/operator/materials',
      gate: 'operator',
      roles: ['Owner', 'Compliance', 'Auditor'],
      title: 'Marketing materials',
      kind: 'list',
      page: 'operator-materials',
      sample: '/operator/materials',
      menu: { label: 'Materials', place: 3.8 },
    },
  ],
}
