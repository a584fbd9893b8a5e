import type { Feature } from '../../lib/feature.ts'

export const content: Feature = {
  name: 'content',
  routes: [
    { path: '/test', gate: 'public', title: 'Sample card', page: 'sample-card', sample: '/test' },
    {
      path: '/term-conditions',
      gate: 'public',
      title: 'Terms and conditions',
      page: 'text',
      sample: '/term-conditions',
    },
    { path: '/privacy-policy', gate: 'public', title: 'Privacy policy', page: 'text', sample: '/privacy-policy/' },
    { path: '*', gate: 'public', title: 'Page Not Found', page: 'not-found', sample: '/no-such-page' },
  ],
}
