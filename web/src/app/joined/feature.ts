import type { Feature } from '../../lib/feature.ts'

/** Pages made of several features, which only `app/` may join. */
export const joined: Feature = {
  name: 'joined',
  routes: [
    {
      path: '/',
      gate: 'public',
      title: 'Gold by the gram',
      kind: 'wide',
      page: 'start',
      sample: '/',
      menu: { label: 'Trade', group: 'below', place: 1 },
    },
    {
      path: '/Registration/:step',
      gate: 'session',
      title: 'Registration',
      kind: 'wide',
      page: 'registration',
      sample: '/Registration/security',
    },
    {
      path: '/GAE/Purchase',
      gate: 'customer',
      title: 'Save in GAE',
      kind: 'form',
      page: 'purchase',
      sample: '/GAE/Purchase',
    },
    {
      path: '/purchase-gae',
      gate: 'customer',
      title: 'Save in GAE',
      kind: 'form',
      page: 'purchase',
      sample: '/purchase-gae',
    },
    {
      path: '/My-Profile/:section?/:part?',
      gate: 'verified',
      title: 'My profile',
      kind: 'wide',
      page: 'profile',
      sample: '/My-Profile',
      menu: { label: 'My Profile', place: 2 },
    },
    {
      path: '/remit-to-save',
      gate: 'customer',
      title: 'Remit To Save',
      kind: 'list',
      page: 'remit-to-save',
      sample: '/remit-to-save',
      menu: { label: 'Remit To Save', group: 'Gold Convert Services', place: 1 },
    },
    {
      path: '/BankVerification/:isOpen?',
      gate: 'verified',
      title: 'Bank accounts',
      kind: 'list',
      page: 'bank-verification',
      sample: '/BankVerification',
      menu: { label: 'Bank Verification', group: 'Account', place: 2 },
    },
  ],
}
