import type { Feature } from '../../lib/feature.ts'

export const switches: Feature = {
  name: 'switches',
  routes: [
    {
      path: '/operator/products',
      gate: 'operator',
      title: 'Products',
      kind: 'list',
      page: 'operator-products',
      sample: '/operator/products',
      menu: { label: 'Products', place: 6 },
    },
  ],
}
