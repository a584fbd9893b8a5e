import type { Feature } from '../../lib/feature.ts'

export const documents: Feature = {
  name: 'documents',
  routes: [
    {
      path: '/documents',
      gate: 'customer',
      title: 'Documents',
      kind: 'list',
      page: 'documents',
      sample: '/documents',
      menu: { label: 'Documents', group: 'below', place: 5 },
    },
    {
      path: '/pdf',
      gate: 'customer',
      title: 'Document',
      kind: 'wide',
      page: 'pdf',
      sample: '/pdf',
    },
    {
      path: '/verify',
      gate: 'public',
      title: 'Check a document',
      kind: 'reading',
      page: 'verify',
      sample: '/verify',
    },
  ],
}
