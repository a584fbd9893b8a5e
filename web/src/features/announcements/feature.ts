import type { Feature } from '../../lib/feature.ts'

export const announcements: Feature = {
  name: 'announcements',
  routes: [
    {
      path: '/Announcements/:slug?',
      gate: 'public',
      title: 'Announcements',
      kind: 'list',
      page: 'announcements',
      sample: '/Announcements',
      menu: { label: 'Announcements', group: 'below', place: 6 },
    },
  ],
}
