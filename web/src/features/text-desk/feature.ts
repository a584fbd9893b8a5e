import type { Feature } from '../../lib/feature.ts'

/** Where operators prepare the next version of a text. */
export const textDesk: Feature = {
  name: 'text-desk',
  routes: [
    {
      path: '/operator/texts',
      gate: 'operator',
      roles: ['Owner', 'Compliance', 'Auditor'],
      title: 'Texts',
      kind: 'list',
      page: 'operator-texts',
      sample: '/operator/texts',
      menu: { label: 'Texts', place: 3.9 },
    },
  ],
}
