import { feature } from '../../feature.ts'
import { materialsOf } from './materials.ts'
import { materialRoutes } from './routes.ts'

/** Banners and texts with which customers tell others of us. */
export const materials = feature({
  name: 'materials',
  tables: { materials: 'impersonal', material_versions: 'impersonal' },
  reads: ['customers'],
  routes: (deps) => materialRoutes(materialsOf(deps)),
  audits: {
    'add-material': 'Added a marketing material',
    'change-material': 'Changed a marketing material',
    'retire-material': 'Retired a marketing material',
    'restore-material': 'Gave a marketing material back to customers',
  },
})
