import { holdingMovements } from '@ingot/endpoints/movement-words'
import type { Feature } from '../../lib/feature.ts'

/** A termination has the id of its movement. */
const summary = { label: 'Summary and termination note', to: '/termination-summary/:id' }

export const holdings: Feature = {
  name: 'holdings',
  routes: [
    {
      path: '/transactions-convert',
      gate: 'verified',
      title: 'Gold Convert',
      kind: 'list',
      page: 'convert',
      sample: '/transactions-convert',
      menu: { label: 'GCA', group: 'My Assets', place: 2 },
    },
    {
      path: '/transactions-gae',
      gate: 'verified',
      title: 'GAE',
      kind: 'list',
      page: 'gae',
      sample: '/transactions-gae',
      menu: { label: 'GAE', group: 'My Assets', place: 3 },
    },
    {
      path: '/transactions-gaex',
      gate: 'verified',
      title: 'GAE Extra',
      kind: 'list',
      page: 'gae-extra',
      sample: '/transactions-gaex',
    },
    {
      path: '/transactions-gds',
      gate: 'verified',
      title: 'GDS holdings',
      kind: 'list',
      page: 'gds-holdings',
      sample: '/transactions-gds',
    },
    {
      path: '/purchase-gae-extra',
      gate: 'customer',
      title: 'Add to your GAE',
      kind: 'form',
      page: 'purchase-extra',
      sample: '/purchase-gae-extra',
    },
    {
      path: '/termination',
      gate: 'customer',
      title: 'End a holding',
      kind: 'reading',
      page: 'termination',
      sample: '/termination',
    },
    {
      path: '/termination-summary/:id',
      gate: 'customer',
      title: 'Termination',
      kind: 'reading',
      page: 'termination-summary',
      sample: '/termination-summary/sample',
    },
    {
      path: '/GAE/Account-Statement',
      gate: 'customer',
      title: 'GAE account statement',
      kind: 'list',
      page: 'account-statement',
      sample: '/GAE/Account-Statement',
    },
  ],
  movements: holdingMovements,
  movementPages: {
    gae: { label: 'Your GAE', to: '/transactions-gae?holding=:id' },
    gaex: { label: 'Your GAE Extra', to: '/transactions-gaex?holding=:id' },
    convert: { label: 'Your Gold Convert', to: '/transactions-convert?holding=:id' },
    gds: { label: 'Your GDS', to: '/transactions-gds?holding=:id' },
    'gae-termination': summary,
    'gaex-termination': summary,
    'gca-termination': summary,
    'gds-termination': summary,
  },
  resumes: ['purchase', 'convert', 'terminate', 'partialTerminate', 'requestGcaTerminate'],
}
