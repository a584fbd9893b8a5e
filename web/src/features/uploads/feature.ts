import type { Feature } from '../../lib/feature.ts'

export const uploads: Feature = {
  name: 'uploads',
  routes: [
    {
      path: '/documents/sent',
      gate: 'customer',
      title: 'Documents you sent us',
      kind: 'list',
      page: 'documents-sent',
      sample: '/documents/sent',
    },
  ],
  activities: {
    'upload-opened': 'We opened a document you sent',
    'upload-infected': 'A file was refused because it carries a virus',
  },
}
