import { type Operation, runOperation } from '@ingot/db/operations'
import { inTransaction } from '@ingot/db/transaction'
import { type Alert, type AlertKind, mostAlerts } from '@ingot/endpoints/alerts'
import { formatDecimal } from '@ingot/money/decimal'
import { pricePerGram } from '@ingot/money/gold'
import { parseRate, type Rate } from '@ingot/money/rate'
import { Failure } from '../../failure.ts'
import type { Deps } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { lockCustomer } from '../identity/store.ts'
import { countsAt, marketAt } from '../trade/market.ts'
import { observedBefore, readBoard } from '../trade/price-store.ts'
import { boundsOf } from './rules.ts'
import { alertMail } from './sent-jobs.ts'
import * as store from './store.ts'

const hour = 3600 * 1000
/** What is called a day. */
const dayHours = 24
/** Fired in one transaction. */
const mostAtOnce = 200
/** As a price of a gram is told in a mail. */
const mailDecimals = 2

type AlertDeps = Pick<Deps, 'db' | 'now'>

const quietUntil = (firedAt: Date): number => firedAt.getTime() + policy.alerts.againAfterHours * hour

const shownLevel = (level: string): string => formatDecimal(parseRate(level))

const shown = ({ id, kind, level, made_at, fired_at, is_back }: store.AlertRow, now: Date): Alert => ({
  id,
  kind,
  price: kind === 'moves' ? null : shownLevel(level),
  percent: kind === 'moves' ? shownLevel(level) : null,
  madeAt: made_at.toISOString(),
  firedAt: fired_at?.toISOString() ?? null,
  armed: fired_at === null || (is_back && quietUntil(fired_at) <= now.getTime()),
})

export const listAlerts = async ({ db, now }: AlertDeps, customer: string): Promise<Alert[]> =>
  (await store.listAlerts(db, customer)).map((row) => shown(row, now()))

export const makeAlert = (
  { db, now }: AlertDeps,
  customer: string,
  { kind, level }: { kind: AlertKind; level: string },
  operation: Operation,
): Promise<{ data: Alert }> =>
  runOperation(db, operation, async (tx) => {
    // Two at once would each count without the other.
    await lockCustomer(tx, customer)
    if ((await store.countAlerts(tx, customer)) >= mostAlerts) throw new Failure('TooManyAlerts')
    const row = await store.insertAlert(tx, customer, { kind, level, at: now() })
    return { data: shown(row, now()) }
  })

/** Somebody else's is as unknown as one that never was. */
export const deleteAlert = async ({ db }: AlertDeps, customer: string, id: string): Promise<void> => {
  if (!(await store.deleteAlert(db, customer, id))) throw new Failure('NotFound')
}

/** The price of a day ago: over a weekend the one at which the market shut. Undefined if that is too old to say anything. */
const dayBefore = async ({ db, now }: AlertDeps): Promise<Rate | undefined> => {
  const moment = new Date(now().getTime() - dayHours * hour)
  const observed = await observedBefore(db, moment)
  const isOld = observed && moment.getTime() - observed.at.getTime() > policy.price.closedStaleAfterHours * hour
  return observed && !isOld ? parseRate(observed.price) : undefined
}

/** Fires what the price has reached, and leaves a mail about each with it. Says how many. A price that may be wrong fires nothing. */
export const fireAlerts = async (deps: AlertDeps & Pick<Deps, 'outbox'>): Promise<number> => {
  const { db, now, outbox } = deps
  const { reading, stops } = await readBoard(db)
  if (!reading || !countsAt(marketAt(reading, stops, now(), policy.price))) return 0
  const bounds = boundsOf(reading.perOunce, await dayBefore(deps))
  await store.noteBack(db, bounds)
  const firing = { now: now(), firedBefore: new Date(now().getTime() - policy.alerts.againAfterHours * hour) }
  const price = formatDecimal(pricePerGram(reading, mailDecimals, 'half-even'))
  for (let fired = 0; ; ) {
    const rows = await inTransaction(db, async (tx) => {
      const taken = await store.takeFiring(tx, bounds, { ...firing, most: mostAtOnce })
      for (const { customer, kind, level } of taken)
        await outbox.send(tx, alertMail, {
          ...{ customer, kind, level: shownLevel(level), price },
          at: reading.observedAt.toISOString(),
        })
      return taken
    })
    fired += rows.length
    if (rows.length < mostAtOnce) return fired
  }
}
