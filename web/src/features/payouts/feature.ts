import { payoutMovements } from '@ingot/endpoints/movement-words'
import type { Feature } from '../../lib/feature.ts'

export const payouts: Feature = {
  name: 'payouts',
  routes: [
    {
      path: '/payouts/:id',
      gate: 'customer',
      title: 'Payout',
      kind: 'list',
      page: 'payout',
      sample: '/payouts/sample',
    },
    {
      path: '/cancel-payout/:token',
      gate: 'public',
      title: 'Cancel a payout',
      kind: 'form',
      page: 'cancel-payout',
      sample: '/cancel-payout/sample-token',
    },
  ],
  movements: payoutMovements,
  activities: {
    'payout-requested': 'Payout requested',
    'payout-cancelled': 'Payout cancelled',
    'payout-ended': 'Payout ended without being paid',
    'payout-returned': 'Payout returned by the bank',
  },
  resumes: ['requestPayout'],
}
