import * as calls from '@ingot/endpoints/reserves'
import { Answer, type Binding, bind } from '../../bind.ts'
import type { Deps } from '../../feature.ts'
import { fileOf, pageOf } from '../../lists.ts'
import { policy } from '../../policy.ts'
import { publicBars, readBarList, readCoverage, readReserves, readStopsShown, reservesBoard } from './service.ts'

/** The same for everybody, so whoever stands between may keep it for a while, too. */
const kept = { headers: { 'cache-control': `public, max-age=${policy.reserves.pageSeconds}` } }

export const reservesRoutes = (deps: Deps): Binding[] => {
  const [board, bars] = [reservesBoard(deps), publicBars(deps.db)]
  return [
    bind(calls.readReserves, async () => new Answer({ data: await board.read() }, kept)),
    bind(calls.readCoverage, async ({ query }) => new Answer({ data: await readCoverage(deps, query.range) }, kept)),
    bind(calls.listPublicBars, ({ query }) => pageOf(bars, query)),
    bind(calls.publicBarFile, async ({ query }) => fileOf(bars, query)),
    bind(calls.readBarList, async () => new Answer({ data: await readBarList(deps.db) }, kept)),
    bind(calls.readOperatorReserves, async () => ({
      data: {
        ...{ reserves: await readReserves(deps), stops: await readStopsShown(deps.db) },
        liftHours: policy.reserves.liftHours,
      },
    })),
  ]
}
