import type { Feature } from '../../lib/feature.ts'

export const wallet: Feature = {
  name: 'wallet',
  routes: [
    {
      path: '/transactions',
      gate: 'verified',
      title: 'Transactions',
      page: 'transactions',
      sample: '/transactions',
    },
    {
      path: '/transactions/:transactionType/:transactionCode',
      gate: 'verified',
      title: 'Transaction',
      page: 'movement',
      sample: '/transactions/send/sample',
    },
    {
      path: '/transaction-details/:id/:transactionType',
      gate: 'public',
      title: 'Receipt',
      page: 'receipt',
      sample: '/transaction-details/sample/send',
    },
    {
      path: '/request-external-usdau',
      gate: 'verified',
      title: 'External USDAU',
      page: 'external-usdau',
      sample: '/request-external-usdau',
      menu: { label: 'External USDAU', group: 'My Assets', place: 4 },
    },
    {
      path: '/freeze-outgoing/:token',
      gate: 'public',
      title: 'Freeze your account',
      page: 'mail-link',
      sample: '/freeze-outgoing/sample-token',
    },
    {
      path: '/cancel-transfer/:token',
      gate: 'public',
      title: 'Cancel a transfer',
      page: 'mail-link',
      sample: '/cancel-transfer/sample-token',
    },
    {
      path: '/cancel-address/:token',
      gate: 'public',
      title: 'Remove an address',
      page: 'mail-link',
      sample: '/cancel-address/sample-token',
    },
  ],
  movements: {
    deposit: 'Deposit',
    'transfer-in': 'Received from a customer',
    'transfer-out': 'Sent to a customer',
    send: 'Sent to an address',
    'send-returned': 'Returned',
  },
  activities: {
    'transfer-requested': 'Transfer requested',
    'transfer-cancelled': 'Transfer cancelled',
    'transfer-ended': 'Transfer ended: it did not leave',
    'address-added': 'Address added to the address book',
    'address-removed': 'Address removed from the address book',
    'outgoing-frozen': 'Account frozen: nothing can leave it',
    'outgoing-unfrozen': 'Account can send again',
  },
  resumes: ['transferUsdt', 'transferQmgt', 'transferUsdau', 'addAddress'],
}
