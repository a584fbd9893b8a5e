import { feature } from '../../feature.ts'
import { tradingOf } from '../trade/trading.ts'
import { calculatorRoutes } from './routes.ts'

/** What gold would cost and bring. Keeps nothing of what is asked. */
export const calculator = feature({
  name: 'calculator',
  tables: {},
  routes: (deps) => calculatorRoutes(tradingOf(deps)),
})
