import type { Feature } from '../../lib/feature.ts'

export const dashboard: Feature = {
  name: 'dashboard',
  routes: [
    {
      path: '/dashboard',
      gate: 'verified',
      title: 'Dashboard',
      kind: 'wide',
      page: 'dashboard',
      sample: '/dashboard',
      menu: { label: 'Dashboard', place: 1 },
    },
    {
      path: '/dashboard/:figure',
      gate: 'verified',
      title: 'What a figure is made of',
      kind: 'list',
      page: 'figure',
      sample: '/dashboard/grandTotal',
    },
  ],
}
