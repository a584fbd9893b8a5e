import { tradeMovements } from '@ingot/endpoints/movement-words'
import type { Feature } from '../../lib/feature.ts'

export const trade: Feature = {
  name: 'trade',
  routes: [
    {
      path: '/transactions-buysell',
      gate: 'verified',
      title: 'QMGT',
      kind: 'list',
      page: 'trades',
      sample: '/transactions-buysell',
      menu: { label: 'QMGT', group: 'My Assets', place: 1 },
    },
  ],
  movements: tradeMovements,
  activities: { 'price-confirmed': 'Gold price confirmed' },
  resumes: ['swap'],
}
