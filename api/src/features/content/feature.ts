import { feature } from '../../feature.ts'
import { publishText } from './publishing.ts'
import { contentRoutes } from './routes.ts'

export const content = feature({
  name: 'content',
  tables: { texts: 'impersonal', text_drafts: 'impersonal' },
  reads: ['customers'],
  routes: ({ config, db, now }) => contentRoutes({ db, brand: config.BRAND_NAME, now }),
  decides: ({ config, now }) => [publishText({ now, brand: config.BRAND_NAME })],
})
