import type { Feature } from '../../lib/feature.ts'

export const vault: Feature = {
  name: 'vault',
  routes: [
    {
      path: '/operator/vault',
      gate: 'operator',
      roles: ['Owner', 'Finance', 'Vault', 'Auditor'],
      title: 'Vault',
      kind: 'list',
      page: 'operator-vault',
      sample: '/operator/vault',
      menu: { label: 'Vault', place: 3.5 },
    },
  ],
}
