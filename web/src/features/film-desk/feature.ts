import type { Feature } from '../../lib/feature.ts'

/** What customers see of them stands among the portal's own, at `/instructional-videos`. */
export const filmDesk: Feature = {
  name: 'film-desk',
  routes: [
    {
      path: '/operator/videos',
      gate: 'operator',
      roles: ['Support', 'Owner', 'Auditor'],
      title: 'Videos for customers',
      kind: 'list',
      page: 'operator-videos',
      sample: '/operator/videos',
      menu: { label: 'Videos', place: 3.9 },
    },
  ],
}
