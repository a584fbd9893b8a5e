import type { Feature } from '../../lib/feature.ts'

/** Its page is joined with what others invite by. */
export const affiliates: Feature = {
  name: 'affiliates',
  routes: [],
  activities: { 'introducer-corrected': 'We corrected who brought you' },
}
