import type { Route } from '../../lib/feature.ts'

/** By itself, since visitors begin here and load no other feature's routes. */
export const startRoute: Route = {
  path: '/',
  gate: 'public',
  title: 'Gold by the gram',
  kind: 'wide',
  page: 'start',
  sample: '/',
  menu: { label: 'Trade', group: 'below', place: 1 },
}
