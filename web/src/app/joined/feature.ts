import type { Feature } from '../../lib/feature.ts'

/** Pages made of several features, which only `app/` may join. */
export const joined: Feature = {
  name: 'joined',
  routes: [
    { path: '/', gate: 'public', title: 'Gold by the gram', page: 'start', sample: '/' },
    {
      path: '/Registration/:step',
      gate: 'session',
      title: 'Registration',
      page: 'registration',
      sample: '/Registration/security',
    },
  ],
}
