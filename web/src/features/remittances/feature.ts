import { remittanceMovements } from '@ingot/endpoints/movement-words'
import type { Feature } from '../../lib/feature.ts'

export const remittances: Feature = {
  name: 'remittances',
  routes: [
    {
      path: '/remit-to-save/:id',
      gate: 'customer',
      title: 'Remittance',
      kind: 'list',
      page: 'remittance',
      sample: '/remit-to-save/sample',
    },
  ],
  movements: remittanceMovements,
}
