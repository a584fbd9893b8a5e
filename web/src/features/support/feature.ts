import type { Feature } from '../../lib/feature.ts'

export const support: Feature = {
  name: 'support',
  routes: [
    { path: '/support', gate: 'public', title: 'Support Center', kind: 'list', page: 'support', sample: '/support' },
  ],
}
