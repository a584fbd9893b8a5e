import type { Feature } from '../../lib/feature.ts'

export const people: Feature = {
  name: 'people',
  routes: [
    {
      path: '/operator/people',
      gate: 'operator',
      title: 'People',
      kind: 'list',
      page: 'operator-people',
      sample: '/operator/people',
      menu: { label: 'People', place: 4 },
    },
    {
      path: '/operator-invitation',
      gate: 'public',
      title: 'Become an operator',
      kind: 'form',
      page: 'operator-invitation',
      sample: '/operator-invitation',
    },
  ],
}
