import type { Feature } from '../../lib/feature.ts'

export const status: Feature = {
  name: 'status',
  routes: [
    { path: '/status', gate: 'public', title: 'System status', kind: 'list', page: 'status', sample: '/status' },
  ],
}
