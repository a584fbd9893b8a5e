import type { Feature } from '../../lib/feature.ts'

export const withdrawalDesk: Feature = {
  name: 'withdrawal-desk',
  routes: [
    {
      path: '/operator/withdrawals',
      gate: 'operator',
      roles: ['Owner', 'Finance', 'Vault', 'Compliance', 'Auditor'],
      title: 'Withdrawals',
      kind: 'list',
      page: 'operator-withdrawals',
      sample: '/operator/withdrawals',
      menu: { label: 'Withdrawals', place: 3.5 },
    },
    {
      path: '/operator/withdrawals/:id',
      gate: 'operator',
      roles: ['Owner', 'Finance', 'Vault', 'Compliance', 'Auditor'],
      title: 'Withdrawal',
      kind: 'wide',
      page: 'operator-withdrawal',
      sample: '/operator/withdrawals/sample',
    },
  ],
}
