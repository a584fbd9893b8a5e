import { feature } from '../../feature.ts'
import { supportRoutes } from './routes.ts'

/** The Support Center's questions and answers. */
export const support = feature({
  name: 'support',
  tables: {},
  routes: supportRoutes,
})
