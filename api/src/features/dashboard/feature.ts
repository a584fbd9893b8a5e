import { feature } from '../../feature.ts'
import { tradingOf } from '../trade/trading.ts'
import { daysHealth } from './health.ts'
import { dashboardJobs } from './jobs.ts'
import { createStandings } from './memory.ts'
import { dashboardRoutes } from './routes.ts'

/** How customers stand with all that they save. */
export const dashboard = feature({
  name: 'dashboard',
  tables: {
    holding_days: {
      exported: {
        as: 'worthOfDays',
        columns: 'day, product, open_units, cost_units, value_units',
        order: 'day, product',
      },
      erased: { kept: 'it follows from what was booked and ended, which stays; the id names nobody any more' },
    },
    holding_days_made: 'impersonal',
  },
  reads: ['holding_departures', 'holding_positions', 'holdings', 'ledger_movements', 'terminations'],
  routes: (deps, { attention }) =>
    dashboardRoutes({ ...tradingOf(deps), db: deps.db, standings: createStandings(deps.db), attention }),
  jobs: dashboardJobs,
  health: daysHealth,
})
