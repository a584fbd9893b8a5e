import * as z from 'zod/mini'
import { zone } from './documents.ts'
import { data, endpoint } from './endpoint.ts'
import { payAssets } from './holding-fields.ts'
import { fileOf, listOf } from './list.ts'
import { amountText } from './wallet-fields.ts'

// Standing orders: so many dollars of gold each day, week or month. Amounts and prices are decimal text, exact.

/** What a plan buys: GAE, each time as a holding of its own, or QMGT. */
export const planProducts = ['GAE', 'QMGT'] as const
export type PlanProduct = (typeof planProducts)[number]

export const rhythms = ['day', 'week', 'month'] as const
export type Rhythm = (typeof rhythms)[number]

export const planStates = ['Active', 'Paused', 'Ended'] as const
export type PlanState = (typeof planStates)[number]

/** Why a plan is paused or ended, besides by its customer. */
export const planReasons = ['customer', 'skipped', 'verification', 'product', 'estate', 'end', 'closed'] as const
export type PlanReason = (typeof planReasons)[number]

/** `Due`: it is coming. `Waiting`: the market is shut, or no price is known. `Retrying`: it was missed and is tried again. */
export const dueStates = ['Due', 'Waiting', 'Retrying', 'Booked', 'Skipped'] as const
export type DueState = (typeof dueStates)[number]

/** Why a date was missed or skipped. */
export const dueReasons = [
  'no-money',
  'above-ceiling',
  'frozen',
  'no-gold',
  'market-shut',
  'day-limit',
  'customer',
  'paused',
  'reserves',
] as const
export type DueReason = (typeof dueReasons)[number]

/** A day without a time, such as 2026-11-30. */
const day = z.iso.date()
const decimal = z.string()

/** `on`: for a week 1 (Monday) to 7; for a month 1 to 31, or its last day where it has fewer; for each day it is absent. */
const rhythm = { every: z.enum(rhythms), on: z.optional(z.int().check(z.minimum(1), z.maximum(31))) }
const fits = z.refine<{ every: Rhythm; on?: number | undefined }>(
  ({ every, on }) => (every === 'day' ? on === undefined : on !== undefined && (every === 'month' || on <= 7)),
  { message: 'Please choose a day.', path: ['on'] },
)

/** What can be changed. Without a ceiling any price will do, without an end it goes on. */
const terms = {
  payWith: z.enum(payAssets),
  /** What is paid each time in all, the fee included. */
  amount: amountText,
  ...rhythm,
  /** Dollars for a gram as it is bought, spread included: above it nothing is bought. */
  ceiling: z.optional(amountText),
  /** The last day on which something is bought. */
  endsOn: z.optional(day),
  zone,
}

const due = z.object({
  id: z.uuid(),
  number: z.string(),
  /** The day it is for, and the moment it is tried at next; null once it is done. */
  on: day,
  tryAt: z.nullable(z.iso.datetime()),
  state: z.enum(dueStates),
  reason: z.nullable(z.enum(dueReasons)),
  amount: decimal,
  /** When it was booked or skipped. */
  doneAt: z.nullable(z.iso.datetime()),
  /** What was booked: the grams, dollars for one, and the movement that tells more. */
  grams: z.nullable(decimal),
  price: z.nullable(decimal),
  movement: z.nullable(z.object({ id: z.uuid(), type: z.string() })),
})
export type PlanDue = z.output<typeof due>

const plan = z.object({
  id: z.uuid(),
  /** Counts all plans; later ones are higher. */
  number: z.string(),
  product: z.enum(planProducts),
  state: z.enum(planStates),
  /** Null while it is active. */
  reason: z.nullable(z.enum(planReasons)),
  payWith: z.enum(payAssets),
  amount: decimal,
  every: z.enum(rhythms),
  on: z.nullable(z.number()),
  ceiling: z.nullable(decimal),
  endsOn: z.nullable(day),
  zone: z.string(),
  madeAt: z.iso.datetime(),
  /** What comes next; null while nothing does. */
  next: z.nullable(due),
  /** The dates after that, a few of them. Never what gold will cost then. */
  dates: z.array(day),
  /** How the last date ended that is over; null before. */
  last: z.nullable(due),
  /** What was bought so far. */
  booked: z.object({ times: z.number(), paid: decimal, grams: decimal }),
})
export type Plan = z.output<typeof plan>

const one = { params: z.strictObject({ id: z.uuid() }) }
const changing = {
  method: 'POST',
  idempotent: true,
  reply: data(plan),
  fallback: 'Failed',
  onFailure: 'toast',
} as const

const termErrors = ['AmountTooSmall', 'AmountTooLarge', 'PlanNeverDue', 'ProductClosed'] as const

export const makePlan = endpoint({
  ...changing,
  name: 'makePlan',
  path: '/plans',
  summary:
    'Makes a standing order: from then on it buys by itself on its days at nine o’clock, or when the market opens next.',
  gate: 'verified',
  stepUp: 'pin',
  body: z.strictObject({ product: z.enum(planProducts), ...terms }).check(fits),
  errors: [...termErrors, 'TooManyPlans'],
})

export const changePlan = endpoint({
  ...changing,
  ...one,
  name: 'changePlan',
  path: '/plans/:id',
  summary: 'Changes what a plan buys and when. A change of the day never makes two in one week or month.',
  gate: 'verified',
  stepUp: 'pin',
  body: z.strictObject(terms).check(fits),
  errors: ['NotFound', 'StateChanged', ...termErrors],
})

export const pausePlan = endpoint({
  ...changing,
  ...one,
  name: 'pausePlan',
  leaves: true,
  path: '/plans/:id/pause',
  summary: 'Buys nothing until it goes on. The date that was coming is skipped.',
  gate: 'customer',
  errors: ['NotFound', 'StateChanged'],
})

export const resumePlan = endpoint({
  ...changing,
  ...one,
  name: 'resumePlan',
  path: '/plans/:id/resume',
  summary: 'Lets a paused plan go on with its next date. Nothing is made up for.',
  gate: 'verified',
  errors: ['NotFound', 'StateChanged', 'PlanNeverDue', 'ProductClosed'],
})

export const skipDue = endpoint({
  ...changing,
  ...one,
  name: 'skipDue',
  leaves: true,
  path: '/plans/:id/skip',
  summary: 'Skips the date that comes next, if it is still this one.',
  gate: 'customer',
  body: z.strictObject({ due: z.uuid() }),
  errors: ['NotFound', 'StateChanged'],
})

export const endPlan = endpoint({
  ...changing,
  ...one,
  name: 'endPlan',
  leaves: true,
  path: '/plans/:id/end',
  summary: 'Ends a plan for good. What it bought stays.',
  gate: 'customer',
  errors: ['NotFound', 'StateChanged'],
})

export const listPlans = endpoint({
  ...listOf({ product: z.optional(z.enum(planProducts)), state: z.optional(z.enum(planStates)) }, plan),
  name: 'listPlans',
  path: '/plans',
  summary: 'The customer’s own plans, newest first.',
  gate: 'customer',
})

export const readPlan = endpoint({
  ...one,
  name: 'readPlan',
  method: 'GET',
  path: '/plans/:id',
  summary: 'One of the customer’s own plans.',
  gate: 'customer',
  reply: data(plan),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const listDues = endpoint({
  ...listOf({ state: z.optional(z.enum(dueStates)) }, due),
  ...one,
  name: 'listDues',
  path: '/plans/:id/dues',
  summary: 'Each date of a plan of the customer’s own with its outcome, newest first.',
  gate: 'customer',
  reads: 'replica',
  errors: ['NotFound'],
})

export const downloadDues = endpoint({
  ...fileOf({ state: z.optional(z.enum(dueStates)) }),
  ...one,
  name: 'downloadDues',
  path: '/plans/:id/dues.csv',
  summary: 'The same as a table to download.',
  gate: 'customer',
  reads: 'replica',
  errors: ['NotFound'],
})

export const readPlanDates = endpoint({
  name: 'readPlanDates',
  method: 'GET',
  path: '/plans/dates',
  summary: 'The first dates that a plan would have if it were made now.',
  gate: 'customer',
  query: z.strictObject({
    every: z.enum(rhythms),
    on: z.optional(z.string().check(z.regex(/^[0-9]{1,2}$/))),
    endsOn: z.optional(day),
    zone,
  }),
  reply: data(z.array(z.object({ on: day, at: z.iso.datetime() }))),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

export const readPlanRules = endpoint({
  name: 'readPlanRules',
  method: 'GET',
  path: '/plans/rules',
  summary: 'The least and the most of an instalment, what it costs, and how many plans one may have.',
  gate: 'customer',
  reply: data(
    z.object({
      leastUsd: decimal,
      mostUsd: decimal,
      mostPlans: z.number(),
      /** The hour of the day at which plans buy. */
      hour: z.number(),
      /** After how many skipped dates in a row a plan is paused. */
      skipsToPause: z.number(),
      /** What an instalment costs now, by what it buys and is paid with: the spread while the market is open, and the fee. */
      costs: z.array(
        z.object({
          product: z.enum(planProducts),
          payWith: z.enum(payAssets),
          spreadBasisPoints: z.number(),
          feeBasisPoints: z.number(),
        }),
      ),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})
