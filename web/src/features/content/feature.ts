import type { Feature } from '../../lib/feature.ts'

export const content: Feature = {
  name: 'content',
  routes: [
    { path: '/test', gate: 'public', title: 'Sample card', kind: 'reading', page: 'sample-card', sample: '/test' },
    {
      path: '/term-conditions',
      gate: 'public',
      title: 'Terms and conditions',
      kind: 'wide',
      page: 'text',
      sample: '/term-conditions',
    },
    {
      path: '/privacy-policy',
      gate: 'public',
      title: 'Privacy policy',
      kind: 'wide',
      page: 'text',
      sample: '/privacy-policy/',
    },
    { path: '*', gate: 'public', title: 'Page Not Found', kind: 'notice', page: 'not-found', sample: '/no-such-page' },
  ],
}
