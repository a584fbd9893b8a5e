import type { Feature } from '../../lib/feature.ts'

export const videos: Feature = {
  name: 'videos',
  routes: [
    {
      path: '/instructional-videos',
      gate: 'customer',
      title: 'Instructional videos',
      kind: 'wide',
      page: 'videos',
      sample: '/instructional-videos',
      menu: { label: 'Instructional Videos', group: 'Tools', place: 1 },
    },
  ],
}
