import { feature } from '../feature.ts'
import { identityOf } from '../features/identity/identity.ts'
import { openProduct } from './open.ts'
import { switchRoutes } from './routes.ts'
import { isProductionOf, switchesOf } from './switches.ts'

/** An engine: whatever makes something new of a product asks here first. */
export const switches = feature({
  name: 'switches',
  isEngine: true,
  tables: { product_switches: 'impersonal' },
  reads: ['customers', 'approvals'],
  audits: { 'close-product': 'Closed a product' },
  routes: (deps) => switchRoutes(switchesOf(deps), { identity: identityOf(deps), isProduction: isProductionOf(deps) }),
  decides: (deps) => [openProduct(isProductionOf(deps))],
})
