import { feature } from '../../feature.ts'
import { alertJobs } from './jobs.ts'
import { alertRoutes } from './routes.ts'
import { alertSentJobs } from './sent-jobs.ts'

/** Tells customers by mail what the price of gold has reached. */
export const alerts = feature({
  name: 'alerts',
  tables: {
    price_alerts: {
      exported: { as: 'priceAlerts', columns: 'kind, level, made_at, fired_at', order: 'number' },
      erased: 'deleted',
    },
  },
  routes: alertRoutes,
  sends: alertSentJobs,
  jobs: alertJobs,
})
