import type { Feature } from '../../lib/feature.ts'

export const plans: Feature = {
  name: 'plans',
  routes: [
    {
      path: '/plans',
      gate: 'customer',
      title: 'Plans',
      kind: 'list',
      page: 'plans',
      sample: '/plans',
      menu: { label: 'Plans', group: 'below', place: 4 },
    },
    {
      path: '/plans/new',
      gate: 'customer',
      title: 'New plan',
      kind: 'form',
      page: 'new-plan',
      sample: '/plans/new',
    },
    {
      path: '/plans/:id',
      gate: 'customer',
      title: 'Plan',
      kind: 'list',
      page: 'plan',
      sample: '/plans/sample',
    },
  ],
  resumes: ['makePlan', 'changePlan'],
}
