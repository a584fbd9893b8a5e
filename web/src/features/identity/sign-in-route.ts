import type { Route } from '../../lib/feature.ts'

/** By itself, since visitors begin here and load no other feature's routes. */
export const signInRoute: Route = {
  path: '/signin',
  gate: 'public',
  title: 'Log in',
  kind: 'form',
  page: 'sign-in',
  sample: '/signin',
}
