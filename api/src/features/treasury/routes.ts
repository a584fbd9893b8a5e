import * as calls from '@ingot/endpoints/treasury'
import { type Binding, bind } from '../../bind.ts'
import { pageOf } from '../../lists.ts'
import { readTreasury, reconciliationList } from './service.ts'
import type { Treasury } from './treasury.ts'

export const treasuryRoutes = (treasury: Treasury): Binding[] => [
  bind(calls.readTreasury, async () => ({ data: await readTreasury(treasury) })),
  bind(calls.listReconciliations, ({ query }) => pageOf(reconciliationList(treasury), query)),
]
