import { readBehind } from '@ingot/db/demonstration'
import { handler, job } from '@ingot/db/jobs'
import { type Deps, feature, type HealthPart } from '../../feature.ts'
import { readNewestAnchored } from '../proofs/newest.ts'
import { confirmBars, liftInterlock } from './decisions.ts'
import { lookAtReserves, thinHistory, type Watching } from './looking.ts'
import { reservesRoutes } from './routes.ts'
import { causesText } from './rules.ts'
import { findStop, readIsWatched } from './store.ts'

const byClock = { attempts: 1, retryDelaySeconds: 1, retryDelayMaxSeconds: 1 }
const look = job({ name: 'look-at-reserves', ...byClock, schedule: '* * * * *' })
const thin = job({ name: 'thin-reserve-history', ...byClock, schedule: '23 3 * * *' })

/**
 * The clock of a demonstration jumps over weeks, in which nobody could compare, attest or anchor anything. So what there is gets
 * read and shown there, and stops nothing; and while it tells of the past, nobody looks.
 */
const lookUnlessBehind = async ({ db, now }: Pick<Deps, 'db' | 'now'>) => {
  const behind = await readBehind(db)
  if (behind) return
  const watching: Watching = { db, now, newestHeader: readNewestAnchored, stops: behind === undefined }
  await lookAtReserves(watching)
}

/** After a standstill nothing is sold until somebody has looked: whoever starts does so at once, not with the next minute. */
const lookAtStart = (deps: Pick<Deps, 'db' | 'now' | 'log'>) => {
  const looked = lookUnlessBehind(deps).catch((error) =>
    deps.log.warn({ err: error }, 'the reserves were not looked at'),
  )
  return { stop: () => looked }
}

const advice =
  'Buying is stopped, and nothing else. The page Reserves says what is missing; sales go on automatically once it is there, or two operators let it pass for a while.'

const healthOf = async ({ db }: Pick<Deps, 'db'>): Promise<readonly HealthPart[]> => {
  const [stop, isWatched] = [await findStop(db), await readIsWatched(db)]
  const problem = stop ? causesText(stop.causes) : isWatched === false ? 'nobody has looked for 15 minutes' : undefined
  if (problem) return [{ name: 'reserves', ok: false, problem, advice, stops: 'sales' }]
  // Before the first look nothing is known, and nothing said.
  return isWatched ? [{ name: 'reserves', ok: true }] : []
}

/** What lies in the vault against what is owed, told to everybody; sales stop by themselves where it is too little. */
export const reserves = feature({
  name: 'reserves',
  tables: {
    reserve_readings: 'impersonal',
    reserve_looks: 'impersonal',
    bar_confirmations: 'impersonal',
    reserve_stops: 'impersonal',
    reserve_lifts: 'impersonal',
  },
  reads: [
    'chain_attested',
    'chain_reconciliations',
    'ledger_accounts',
    'ledger_entries',
    'ledger_moves',
    'vault_bars',
    'vault_departures',
  ],
  audits: {
    'stop-sales': 'Sales were stopped for want of reserves',
    'resume-sales': 'Sales go on: the reserves cover everything again, or it was let pass',
  },
  routes: reservesRoutes,
  decides: () => [liftInterlock, confirmBars],
  health: healthOf,
  follows: lookAtStart,
  jobs: (deps) => [handler(look, () => lookUnlessBehind(deps)), handler(thin, () => thinHistory(deps))],
})
