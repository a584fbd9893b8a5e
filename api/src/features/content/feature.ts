import { feature } from '../../feature.ts'
import { contentRoutes } from './routes.ts'

export const content = feature({
  name: 'content',
  tables: { texts: 'impersonal' },
  routes: ({ db, config }) => contentRoutes(db, config.BRAND_NAME),
})
