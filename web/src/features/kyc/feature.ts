import type { Feature } from '../../lib/feature.ts'

export const kyc: Feature = {
  name: 'kyc',
  routes: [
    {
      path: '/kyc-verification',
      gate: 'customer',
      title: 'Identity verification',
      kind: 'reading',
      page: 'kyc-verification',
      sample: '/kyc-verification',
    },
  ],
  activities: {
    'personal-data-read': 'We looked at your personal information',
    'rejection-overturned': 'We let you try the verification again',
    'verification-asked-again': 'We asked you to verify your identity again',
  },
}
