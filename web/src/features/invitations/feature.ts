import type { Feature } from '../../lib/feature.ts'

export const invitations: Feature = {
  name: 'invitations',
  routes: [
    {
      path: '/no-more-mail/:token',
      gate: 'public',
      title: 'No more e-mails',
      kind: 'form',
      page: 'no-more-mail',
      sample: '/no-more-mail/sample-token',
    },
  ],
}
