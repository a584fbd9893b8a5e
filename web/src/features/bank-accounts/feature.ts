import type { Feature } from '../../lib/feature.ts'

export const bankAccounts: Feature = {
  name: 'bank-accounts',
  routes: [
    {
      path: '/cancel-bank-account/:token',
      gate: 'public',
      title: 'Remove a bank account',
      kind: 'form',
      page: 'cancel-bank-account',
      sample: '/cancel-bank-account/sample-token',
    },
  ],
  activities: {
    'bank-account-added': 'Bank account added',
    'bank-account-proof-given': 'Another proof given for a bank account',
    'bank-account-verified': 'Bank account verified',
    'bank-account-rejected': 'Bank account rejected',
    'bank-account-suspended': 'Bank account suspended',
    'bank-account-preferred': 'Bank account offered first',
    'bank-account-removed': 'Bank account removed',
  },
}
