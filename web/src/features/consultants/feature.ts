import type { Feature } from '../../lib/feature.ts'

export const consultants: Feature = {
  name: 'consultants',
  routes: [
    {
      path: '/profile/:userId',
      gate: 'public',
      title: 'Consultant',
      kind: 'reading',
      page: 'consultant-profile',
      sample: '/profile/sample',
      isAlone: true,
    },
    {
      path: '/Consultant/:name',
      gate: 'customer',
      title: 'Consultant',
      kind: 'reading',
      page: 'consultant',
      sample: '/Consultant/sample',
    },
    {
      path: '/Consultant-Messages/:threadId?',
      gate: 'customer',
      title: 'Messages',
      kind: 'list',
      page: 'consultant-messages',
      sample: '/Consultant-Messages',
    },
  ],
}
