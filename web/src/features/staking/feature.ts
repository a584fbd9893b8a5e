import { stakingMovements } from '@ingot/endpoints/movement-words'
import type { Feature } from '../../lib/feature.ts'

export const staking: Feature = {
  name: 'staking',
  routes: [
    {
      path: '/stakes',
      gate: 'customer',
      title: 'Your stakes',
      kind: 'list',
      page: 'stakes',
      sample: '/stakes',
    },
    {
      path: '/stakes/:id',
      gate: 'customer',
      title: 'Stake',
      kind: 'list',
      page: 'stake',
      sample: '/stakes/sample',
    },
  ],
  movements: stakingMovements,
  // A stake is also known by the movement that it began by.
  movementPages: { stake: { label: 'The stake', to: '/stakes/:id' } },
  resumes: ['beginStake', 'claimToken', 'sellVested', 'leaveStake'],
}
