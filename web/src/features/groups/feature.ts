import type { Feature } from '../../lib/feature.ts'

export const groups: Feature = {
  name: 'groups',
  routes: [
    {
      path: '/GDS',
      gate: 'verified',
      title: 'GDS',
      kind: 'wide',
      page: 'groups',
      sample: '/GDS',
      menu: { label: 'GDS', group: 'Gold Convert Services', place: 4 },
    },
    // What one has in a group is still there when a verification is lost: it can be left, and its papers opened.
    {
      path: '/GDS/:groupId',
      gate: 'customer',
      title: 'Group',
      kind: 'wide',
      page: 'group',
      sample: '/GDS/sample',
    },
    {
      path: '/GDS/:groupId/:documentId',
      gate: 'customer',
      title: 'GDS certificate',
      kind: 'wide',
      page: 'certificate',
      sample: '/GDS/sample/sample',
    },
    {
      path: '/GDS/:groupId/:groupName/:documentId',
      gate: 'customer',
      title: 'GDS certificate',
      kind: 'wide',
      page: 'certificate',
      sample: '/GDS/sample/family/sample',
    },
  ],
  resumes: ['purchaseInGroup'],
}
