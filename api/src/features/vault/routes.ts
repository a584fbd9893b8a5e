import * as endpoints from '@ingot/endpoints/vault'
import { type Binding, bind } from '../../bind.ts'
import type { Deps } from '../../feature.ts'
import { fileOf, pageOf } from '../../lists.ts'
import { barTable, checkBars, readVault } from './service.ts'

export const vaultRoutes = (deps: Pick<Deps, 'db' | 'now'>): Binding[] => {
  const bars = barTable(deps)
  return [
    bind(endpoints.readVault, async () => ({ data: await readVault(deps.db) })),
    bind(endpoints.listBars, ({ query }) => pageOf(bars, query)),
    bind(endpoints.barFile, async ({ query }) => fileOf(bars, query)),
    bind(endpoints.checkBars, async ({ body }) => ({ data: await checkBars(deps, body.csv) })),
  ]
}
