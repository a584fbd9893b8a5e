import * as calls from '@ingot/endpoints/calculator'
import { type Binding, bind } from '../../bind.ts'
import { type Calculating, deliveryCosts, readRules } from './service.ts'

export const calculatorRoutes = (calculating: Calculating): Binding[] => [
  bind(calls.readCalculatorRules, async () => ({ data: await readRules(calculating) })),
  bind(calls.readDeliveryCosts, async ({ query }) => ({ data: await deliveryCosts(calculating, query) })),
]
