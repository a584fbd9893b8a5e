import type { Feature } from '../../lib/feature.ts'

const roles = ['Owner', 'Support', 'Compliance', 'Auditor'] as const

export const ticketDesk: Feature = {
  name: 'ticket-desk',
  routes: [
    {
      path: '/operator/tickets',
      gate: 'operator',
      roles,
      title: 'Tickets',
      kind: 'list',
      page: 'operator-tickets',
      sample: '/operator/tickets',
      menu: { label: 'Tickets', place: 2.5 },
    },
    {
      path: '/operator/tickets/:id',
      gate: 'operator',
      roles,
      title: 'Ticket',
      kind: 'wide',
      page: 'operator-ticket',
      sample: '/operator/tickets/sample',
    },
    {
      path: '/operator/ticket-answers',
      gate: 'operator',
      roles: ['Owner', 'Support', 'Auditor'],
      title: 'Saved answers',
      kind: 'list',
      page: 'operator-ticket-answers',
      sample: '/operator/ticket-answers',
    },
  ],
}
