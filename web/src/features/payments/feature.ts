import { paymentMovements } from '@ingot/endpoints/movement-words'
import type { Feature } from '../../lib/feature.ts'

export const payments: Feature = {
  name: 'payments',
  routes: [],
  movements: paymentMovements,
  movementPages: { payment: { label: 'Your Gold Convert', to: '/transactions-convert?holding=:id' } },
}
