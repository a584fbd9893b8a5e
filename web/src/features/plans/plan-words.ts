import type { DueReason, DueState, Plan, PlanDue, PlanProduct, Rhythm } from '@ingot/endpoints/plans'
import { amountWords } from '../../lib/amount-words.ts'
import { formatSharedDay } from '../../lib/local-format.ts'

/** What a plan buys, in a sentence or two. */
export const productWords: Readonly<Record<PlanProduct, string>> = {
  GAE: 'Gold that you save under a contract. Each date books a holding of its own, with its own note.',
  QMGT: 'The gold token: you can sell or send it at any time. One QMGT is one gram.',
}

/** Which plan is meant, as its owner tells it from others. */
export const planName = ({ product, number }: Pick<Plan, 'product' | 'number'>): string => `${product} plan ${number}`

export const planAddress = (id: string): string => `/plans/${id}`

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const endings: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' }

export const ordinal = (day: number): string => {
  const isTeen = day > 10 && day < 14
  return `${day}${(isTeen ? undefined : endings[day % 10]) ?? 'th'}`
}

/** The shortest month has so many days: later ones are moved to the end of a month that has fewer. */
export const shortestMonth = 28

/** How often and on which day, in a sentence. */
export const whenWords = ({ every, on }: { every: Rhythm; on?: number | null | undefined }): string => {
  if (every === 'day' || typeof on !== 'number') return 'every day'
  if (every === 'week') return `every ${weekdays[on - 1]}`
  return `every month on the ${ordinal(on)}${on > shortestMonth ? ', or its last day' : ''}`
}

/** A day of the calendar, the same wherever it is read. */
export const dayWords = (on: string): string => formatSharedDay(new Date(on))

type Terms = {
  product: PlanProduct
  payWith: string
  amount: string
  every: Rhythm
  on?: number | null | undefined
  ceiling?: string | null | undefined
  endsOn?: string | null | undefined
}

/** The limit that the customer set. */
const ceilingWords = (ceiling: string): string => `${amountWords({ asset: 'USD', amount: ceiling })} per gram`

/** The whole plan in one line, as it stands above the PIN. */
export const planLine = ({ product, payWith, amount, every, on, ceiling, endsOn }: Terms): string =>
  [
    `Pay ${amountWords({ asset: payWith, amount })} for ${product} ${whenWords({ every, on })}`,
    ...(ceiling ? [`not above ${ceilingWords(ceiling)}`] : []),
    ...(endsOn ? [`until ${dayWords(endsOn)}`] : []),
  ].join(', ')

/** Why a plan is paused or has ended. */
export const planReasonWords = ({ state, reason, product }: Pick<Plan, 'state' | 'reason' | 'product'>): string => {
  const words: Readonly<Record<NonNullable<Plan['reason']>, string>> = {
    customer: state === 'Paused' ? 'You paused it.' : 'You ended it.',
    skipped: 'We paused it because too many dates in a row were skipped.',
    verification: 'We paused it because your identity is no longer verified.',
    product: `We paused it because ${product} cannot be bought by plan at the moment.`,
    estate: 'We paused it because somebody told us that you have died. It continues once that is settled.',
    end: 'Its last date has passed.',
    closed: 'The account was closed.',
  }
  return reason === null ? '' : words[reason]
}

type Of = Pick<Plan, 'payWith' | 'ceiling'>

const dueReasonWords: Readonly<Record<DueReason, (plan: Of) => string>> = {
  'no-money': ({ payWith }) => `There was not enough ${payWith}.`,
  'above-ceiling': ({ ceiling }) =>
    ceiling === null ? 'Gold cost more than your limit.' : `Gold cost more than ${ceilingWords(ceiling)}.`,
  frozen: () => 'Your account was frozen.',
  'no-gold': () => 'We had no gold left to sell.',
  'market-shut': () => 'The gold market was closed for too long, or there was no reliable price.',
  'day-limit': () => 'Your daily limit was reached.',
  customer: () => 'You skipped it.',
  paused: () => 'The plan was paused.',
  reserves: () => 'Sales were stopped until our reserves were shown to cover everything we owe.',
}

const waitingWords: Readonly<Partial<Record<DueState, string>>> = {
  Waiting: 'Waiting for the gold market.',
  Retrying: 'We will try again.',
}

/** Why a date stands as it does, in plain words; empty where its state says it all. */
export const dueReasonText = ({ state, reason }: Pick<PlanDue, 'state' | 'reason'>, plan: Of): string =>
  [reason === null ? undefined : dueReasonWords[reason](plan), waitingWords[state]]
    .filter((said) => said !== undefined)
    .join(' ')
