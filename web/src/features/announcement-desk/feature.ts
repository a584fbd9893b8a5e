import type { Feature } from '../../lib/feature.ts'

export const announcementDesk: Feature = {
  name: 'announcement-desk',
  routes: [
    {
      path: '/operator/content',
      gate: 'operator',
      roles: ['Support', 'Owner', 'Auditor'],
      title: 'Announcements to customers',
      kind: 'list',
      page: 'operator-content',
      sample: '/operator/content',
      menu: { label: 'Announcements', place: 3.9 },
    },
    {
      path: '/operator/content/:id',
      gate: 'operator',
      roles: ['Support', 'Owner', 'Auditor'],
      title: 'Announcement to customers',
      kind: 'wide',
      page: 'operator-announcement',
      sample: '/operator/content/new',
    },
  ],
}
