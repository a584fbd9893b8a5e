import type { Feature } from '../../lib/feature.ts'

export const rewards: Feature = {
  name: 'rewards',
  routes: [
    {
      path: '/My-Reward-Center',
      gate: 'verified',
      title: 'Affiliate Rewards',
      kind: 'list',
      page: 'reward-center',
      sample: '/My-Reward-Center',
      menu: { label: 'Affiliate Rewards', group: 'Affiliate Program', place: 2 },
    },
  ],
}
