import { feature } from '../../feature.ts'
import { affiliatesJobs } from './jobs.ts'
import { affiliatesRoutes } from './routes.ts'

export const affiliates = feature({
  name: 'affiliates',
  tables: {},
  reads: ['customers'],
  routes: ({ db }) => affiliatesRoutes(db),
  jobs: ({ db }) => affiliatesJobs(db),
})
