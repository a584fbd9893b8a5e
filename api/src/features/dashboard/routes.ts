import * as calls from '@ingot/endpoints/dashboard'
import { type Binding, bind } from '../../bind.ts'
import { fileOf, pageOf } from '../../lists.ts'
import { type Dashboard, figureTable, readDashboard } from './dashboard.ts'
import { readWorth } from './worth.ts'

export const dashboardRoutes = (dashboard: Dashboard): Binding[] => [
  bind(calls.readDashboard, async ({ person }) => ({ data: await readDashboard(dashboard, person.id) })),
  bind(calls.listFigure, async ({ person, params, query }) =>
    pageOf(await figureTable(dashboard, person.id, params.figure, query.price), query),
  ),
  bind(calls.downloadFigure, async ({ person, params, query }) =>
    fileOf(await figureTable(dashboard, person.id, params.figure, query.price), query),
  ),
  bind(calls.readWorth, async ({ person, query }) => ({
    data: await readWorth(dashboard, person.id, query.range, query.product),
  })),
]
