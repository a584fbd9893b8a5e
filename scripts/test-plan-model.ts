import { nextOpening } from '@ingot/api/features/trade/market'
import type { DueReason, DueState, PlanProduct, PlanState, Rhythm } from '@ingot/endpoints/plans'

// What plans must have done: days on a calendar and money in a purse, in a few lines and with nothing of the rules that are
// compared with it.

const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

const waits = [24 * hour, 72 * hour]
const longestWait = 4 * day
const skipsToPause = 3

export type ModelTerms = {
  product: PlanProduct
  payWith: 'USDT' | 'USDAU'
  amount: bigint
  every: Rhythm
  on?: number
  zone: string
  endsOn?: string
}

type ModelDue = {
  on: string
  tryAt: number | null
  firstTry?: number
  tries: number
  state: DueState
  reason: DueReason | null
  /** When it was done, and at which price of an ounce in cents. */
  doneAt?: number
  cents?: bigint
}

export type ModelPlan = ModelTerms & {
  id: string
  state: PlanState
  reason: string | null
  dues: ModelDue[]
  skips: number
}

/** What somebody has left to pay with. */
export type Purse = Record<'USDT' | 'USDAU', bigint>

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)
const dayAfter = (on: string): string => dayText(Date.parse(on) + day)

/** Nine o'clock of a day where somebody lives: of all quarters of an hour around it, the one that a clock there calls so. */
export const nineIn = (zone: string, on: string): number => {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  for (let at = Date.parse(on) - 8 * hour; at < Date.parse(on) + day; at += 15 * minute)
    if (clock.format(at) === `${on} 09:00`) return at
  throw new Error(`${on} has no nine o'clock in ${zone}`)
}

const isDate = ({ every, on }: ModelTerms, text: string): boolean => {
  const date = new Date(text)
  if (every === 'day') return true
  if (every === 'week') return (date.getUTCDay() || 7) === on
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(on ?? 0, last)
}

/** Two days are in the same week or month. */
const isSameStretch = ({ every }: ModelTerms, one: string, other: string): boolean => {
  const monday = (text: string) => dayText(Date.parse(text) - ((new Date(text).getUTCDay() + 6) % 7) * day)
  if (every === 'month') return one.slice(0, 7) === other.slice(0, 7)
  return every === 'week' ? monday(one) === monday(other) : one === other
}

/** The first day of a plan after another one, whose nine o'clock is later than a moment. */
const nextDay = (plan: ModelTerms, after: string, later: number): string | undefined => {
  let on = dayAfter(after)
  while (!isDate(plan, on) || nineIn(plan.zone, on) <= later) on = dayAfter(on)
  return plan.endsOn === undefined || on <= plan.endsOn ? on : undefined
}

/** The first that is still to come. */
const nextOf = (plan: ModelTerms, now: number) => nextDay(plan, dayText(now - 2 * day), now)

export const openDue = ({ dues }: ModelPlan): ModelDue | undefined => dues.find(({ tryAt }) => tryAt !== null)

const makeDue = (plan: ModelPlan, on: string | undefined) => {
  if (on === undefined) Object.assign(plan, { state: 'Ended', reason: 'end' })
  else plan.dues.push({ on, tryAt: nineIn(plan.zone, on), tries: 0, state: 'Due', reason: null })
}

export const newPlan = (id: string, terms: ModelTerms, now: number): ModelPlan => {
  const plan: ModelPlan = { ...terms, id, state: 'Active', reason: null, dues: [], skips: 0 }
  makeDue(plan, nextOf(plan, now))
  return plan
}

/** The day is changed: what is coming moves to the first new day that is in no week or month in which something was booked. */
export const changeDay = (plan: ModelPlan, on: number, now: number) => {
  plan.on = on
  const [open, booked] = [openDue(plan), plan.dues.findLast(({ state }) => state === 'Booked')]
  let next = nextOf(plan, now)
  while (next && booked && isSameStretch(plan, next, booked.on)) next = nextDay(plan, next, now)
  if (open && next) Object.assign(open, { on: next, tryAt: nineIn(plan.zone, next) })
}

export const resume = (plan: ModelPlan, now: number) => {
  Object.assign(plan, { state: 'Active', reason: null, skips: 0 })
  makeDue(plan, nextOf(plan, now))
}

const end = (plan: ModelPlan, due: ModelDue, now: number, to: Partial<ModelDue>) => {
  Object.assign(due, { tryAt: null, doneAt: now, ...to })
  plan.skips = due.state === 'Skipped' ? plan.skips + 1 : 0
  if (plan.skips === skipsToPause) Object.assign(plan, { state: 'Paused', reason: 'skipped' })
  // What came meanwhile, as on a weekend, is done at once.
  else makeDue(plan, nextDay(plan, due.on, 0))
}

const miss = (plan: ModelPlan, due: ModelDue, now: number, reason: DueReason) => {
  due.firstTry ??= now
  const wait = plan.every === 'day' ? undefined : waits[due.tries]
  due.tries += 1
  if (wait === undefined) end(plan, due, now, { state: 'Skipped', reason })
  else Object.assign(due, { state: 'Retrying', reason, tryAt: Math.max(due.firstTry + wait, now) })
}

const dueAt = (plan: ModelPlan, now: number): ModelDue | undefined => {
  const due = openDue(plan)
  return due?.tryAt && due.tryAt <= now ? due : undefined
}

/** Does what is due at a moment, at a price. Of one customer no two plans that are short are due at once. */
export const runModel = (plans: ModelPlan[], purse: Purse, now: number, cents: bigint) => {
  const opening = nextOpening(new Date(now))?.getTime()
  for (const plan of plans)
    for (let due = dueAt(plan, now); due; due = dueAt(plan, now)) {
      if (opening && now - nineIn(plan.zone, due.on) > longestWait) miss(plan, due, now, due.reason ?? 'market-shut')
      else if (opening) Object.assign(due, { state: due.state === 'Due' ? 'Waiting' : due.state, tryAt: opening })
      else if (purse[plan.payWith] < plan.amount) miss(plan, due, now, 'no-money')
      else {
        purse[plan.payWith] -= plan.amount
        end(plan, due, now, { state: 'Booked', reason: null, cents })
      }
    }
}

const one = 10n ** 18n
const shares = {
  'GAE USDT': { spread: 50n, fee: 50n },
  'GAE USDAU': { spread: 50n, fee: 50n },
  'QMGT USDT': { spread: 50n, fee: 25n },
  'QMGT USDAU': { spread: 40n, fee: 20n },
}
const parts = 10_000n

const up = (value: bigint, by: bigint): bigint => (value + by - 1n) / by

/** What an instalment came to: the price of a gram in 18 decimals, the fee and the grams. */
export const boughtBy = ({ product, payWith, amount }: ModelTerms, cents: bigint) => {
  const { spread, fee: share } = shares[`${product} ${payWith}`]
  const mid = up(cents * 10n ** 13n, 311_034_768n) * 10n ** 10n
  const price = (mid * (parts + spread)) / parts
  const fee = up(amount * share, parts)
  return { price, fee, grams: ((amount - fee) * one) / price }
}
