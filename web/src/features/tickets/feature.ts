import type { Feature } from '../../lib/feature.ts'

export const tickets: Feature = {
  name: 'tickets',
  routes: [
    {
      path: '/contact-us',
      gate: 'public',
      title: 'Contact us',
      kind: 'form',
      page: 'contact-us',
      sample: '/contact-us',
      menu: { label: 'Contact Us', group: 'More', place: 9 },
    },
    {
      path: '/contact-us/:id',
      gate: 'customer',
      title: 'Ticket',
      kind: 'reading',
      page: 'ticket',
      sample: '/contact-us/sample',
    },
    {
      path: '/contact-us/ticket/:token',
      gate: 'public',
      title: 'Your ticket',
      kind: 'reading',
      page: 'visitor-ticket',
      sample: '/contact-us/ticket/sample',
    },
  ],
}
