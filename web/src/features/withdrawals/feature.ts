import { withdrawalMovements } from '@ingot/endpoints/movement-words'
import type { Feature } from '../../lib/feature.ts'

/** The page itself joins them with what is owed, and stands with the other joined ones. */
export const withdrawals: Feature = {
  name: 'withdrawals',
  routes: [
    {
      path: '/Physical-Withdrawal/:id',
      gate: 'customer',
      title: 'Withdrawal of bars',
      kind: 'list',
      page: 'withdrawal',
      sample: '/Physical-Withdrawal/sample',
    },
    {
      path: '/cancel-withdrawal/:token',
      gate: 'public',
      title: 'Cancel a withdrawal',
      kind: 'form',
      page: 'cancel-withdrawal',
      sample: '/cancel-withdrawal/sample-token',
    },
    {
      path: '/parcel/:token',
      gate: 'public',
      title: 'Hand over a parcel',
      kind: 'form',
      page: 'parcel',
      sample: '/parcel/sample-token',
      isPlain: true,
    },
  ],
  movements: withdrawalMovements,
  activities: {
    'withdrawal-requested': 'Withdrawal of bars requested',
    'withdrawal-cancelled': 'Withdrawal of bars cancelled',
    'withdrawal-ended': 'Withdrawal of bars ended without leaving',
    'withdrawal-delivered': 'Bars delivered',
    'withdrawal-disputed': 'Delivery of bars disputed',
    'delivery-address-added': 'Delivery address added',
    'delivery-address-removed': 'Delivery address removed',
  },
  resumes: ['requestWithdrawal'],
}
