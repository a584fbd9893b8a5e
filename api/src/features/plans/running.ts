import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { isLost } from '@ingot/db/unavailable'
import type { ErrorName } from '@ingot/endpoints/errors'
import type { DueReason, PlanReason } from '@ingot/endpoints/plans'
import { Failure } from '../../failure.ts'
import type { Deps } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { isMarketOpen, nextOpening } from '../trade/market.ts'
import { book, Missed, refuseChanged, Superseded } from './booking.ts'
import { byClock, goOn, type Plans, plansOf, stop } from './plans.ts'
import { hasWaited, isOver, retryAt } from './rules.ts'
import { planMail } from './sent-jobs.ts'
import * as store from './store.ts'

const { skipsToPause, priceAgainMinutes } = policy.planDates

/** What became of a date that was tried. `left`: somebody else has decided about it meanwhile. */
type Outcome = 'booked' | 'waiting' | 'missed' | 'skipped' | 'paused' | 'left'

/** What a refusal of the deal means for a date. */
const reasonOf: Partial<Record<ErrorName, DueReason>> = {
  BalanceTooLow: 'no-money',
  DayLimitReached: 'day-limit',
  TradeTooLarge: 'day-limit',
  TreasuryShort: 'no-gold',
  VaultExhausted: 'no-gold',
  IssuingStopped: 'no-gold',
  TokenPaused: 'no-gold',
}

const withoutPrice: readonly ErrorName[] = ['MarketClosed', 'PriceStale', 'PriceSuspect']

/** Decides about a date as long as nobody else has. */
const deciding = (
  { db, now }: Plans,
  toTry: store.ToTry,
  work: (tx: Tx, standing: store.Standing & { due: store.OpenDue }, at: Date) => Promise<Outcome>,
): Promise<Outcome> =>
  inTransaction(db, async (tx) => {
    const at = now()
    const standing = refuseChanged(await store.lockPlan(tx, toTry.plan.id, at), toTry)
    return work(tx, { ...standing, due: toTry.due }, at)
  })

/** Skips what was tried as often as it is, or says when it is tried again. */
const missDue = (plans: Plans, toTry: store.ToTry, reason: DueReason): Promise<Outcome> =>
  deciding(plans, toTry, async (tx, standing, at) => {
    const { plan, due } = standing
    const firstMissedAt = due.firstMissedAt ?? at
    const tryAt = retryAt(plan, { on: due.on, missed: due.tries + 1, firstMissedAt, now: at })
    await store.miss(tx, due, { reason, firstMissedAt, tryAt }, byClock(at))
    if (tryAt) return 'missed'
    // What we cannot sell pauses nobody's plan: it goes on by itself.
    const skips = plan.skippedInRow + (reason === 'reserves' ? 0 : 1)
    await store.saveSkips(tx, plan.id, skips)
    const tell = (kind: 'skipped' | 'paused') =>
      plans.outbox.send(tx, planMail, { customer: plan.customer, plan: plan.id, kind, due: due.id })
    if (skips >= skipsToPause) {
      await store.movePlan(tx, plan.id, 'Paused', { reason: 'skipped', ...byClock(at) })
      await tell('paused')
      return 'paused'
    }
    await goOn(tx, standing, due.on, byClock(at))
    await tell('skipped')
    return 'skipped'
  })

/** Leaves a date until the market opens or a price is known, if that may still be in time. */
const waitFor = (plans: Plans, toTry: store.ToTry): Promise<Outcome> => {
  const { plan, due } = toTry
  const at = plans.now()
  const tryAt = nextOpening(at) ?? new Date(at.getTime() + priceAgainMinutes * 60_000)
  if (hasWaited(due.dueAt, at) || isOver(plan, tryAt)) return missDue(plans, toTry, due.reason ?? 'market-shut')
  return deciding(plans, toTry, async (tx) => {
    await store.leaveUntil(tx, due, tryAt, byClock(at))
    return 'waiting'
  })
}

const pausePlan = (plans: Plans, toTry: store.ToTry, reason: PlanReason): Promise<Outcome> =>
  deciding(plans, toTry, async (tx, standing, at) => {
    const { plan } = standing
    await stop(tx, standing, 'Paused', reason, byClock(at))
    await plans.outbox.send(tx, planMail, { customer: plan.customer, plan: plan.id, kind: 'paused' })
    return 'paused'
  })

const bookOrSay = async (plans: Plans, toTry: store.ToTry): Promise<Outcome> => {
  try {
    await book(plans, toTry)
    return 'booked'
  } catch (error) {
    if (error instanceof Missed) return missDue(plans, toTry, error.reason)
    if (!(error instanceof Failure)) throw error
    if (error.error === 'ProductClosed')
      return error.details.why === 'reserves' ? missDue(plans, toTry, 'reserves') : pausePlan(plans, toTry, 'product')
    if (withoutPrice.includes(error.error)) return waitFor(plans, toTry)
    const reason = reasonOf[error.error]
    if (reason) return missDue(plans, toTry, reason)
    throw error
  }
}

/** Tries a date whose time has come. May be run again, and by two at once. */
const tryDue = async (plans: Plans, toTry: store.ToTry): Promise<Outcome> => {
  const { plan, due, buyer } = toTry
  const at = plans.now()
  try {
    if (!buyer.isVerified) return await pausePlan(plans, toTry, 'verification')
    if (isOver(plan, at)) return await missDue(plans, toTry, due.reason ?? 'market-shut')
    if (!isMarketOpen(at)) return await waitFor(plans, toTry)
    if (buyer.isFrozen) return await missDue(plans, toTry, 'frozen')
    return await bookOrSay(plans, toTry)
  } catch (error) {
    if (error instanceof Superseded) return 'left'
    throw error
  }
}

/** How many dates are read at a time, and tried at the same time. */
const [readAtOnce, triedAtOnce] = [200, 4]
/** It comes again each minute, so it ends before that. */
const longestSeconds = 50

export type Run = Record<Outcome | 'failed', number>

/**
 * Tries every date whose time has come, oldest first, for as long as it may take; the next run goes on. One that fails is logged
 * and looked at again by the next run, and the others are tried all the same.
 */
export const runPlans = async (deps: Deps, { seconds = longestSeconds, atOnce = triedAtOnce } = {}): Promise<Run> => {
  const plans = plansOf(deps)
  const until = performance.now() + seconds * 1000
  const isLate = () => performance.now() >= until
  const run: Run = { booked: 0, waiting: 0, missed: 0, skipped: 0, paused: 0, left: 0, failed: 0 }
  const tryOne = async (row: store.ToTry) => {
    try {
      run[await tryDue(plans, row)] += 1
    } catch (error) {
      // No row's fault, and the next one would fare alike.
      if (isLost(error)) throw error
      run.failed += 1
      deps.log.error({ err: error, due: row.due.id }, 'a date of a plan failed')
    }
  }
  let last: store.ToTry | undefined
  do {
    const rows = await store.readToTry(plans.db, plans.now(), last?.due, readAtOnce)
    last = rows.length < readAtOnce ? undefined : rows.at(-1)
    const lane = async () => {
      for (let row = rows.shift(); row && !isLate(); row = rows.shift()) await tryOne(row)
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
  } while (last && !isLate())
  await announceFirst(plans, isLate)
  return run
}

const announcedAtOnce = 100

/** Tells of first dates whose time to be told has come. */
const announceFirst = async ({ db, outbox, now }: Plans, isLate: () => boolean) => {
  for (let told = announcedAtOnce; told === announcedAtOnce && !isLate(); )
    told = await inTransaction(db, async (tx) => {
      const rows = await store.takeToAnnounce(tx, now(), announcedAtOnce)
      for (const { id, customer } of rows) await outbox.send(tx, planMail, { customer, plan: id, kind: 'first' })
      return rows.length
    })
}
