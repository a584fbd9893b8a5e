import { changePlan, type Plan, type Rhythm } from '@ingot/endpoints/plans'
import { type Entry, emptyEntry, filledIn, readEntry } from '../../lib/typed-amount.ts'
import type { Terms } from './transactions.ts'

/** What was entered. The day of a week and of a month are kept apart, so that each stays when the other is looked at. */
export type PlanForm = {
  readonly payWith: Plan['payWith']
  readonly amount: Entry
  readonly every: Rhythm
  readonly week: number
  readonly month: number
  readonly ceiling: Entry
  readonly endsOn: string
}

const newForm: PlanForm = {
  payWith: 'USDT',
  amount: emptyEntry,
  every: 'month',
  week: 1,
  month: 1,
  ceiling: emptyEntry,
  endsOn: '',
}

/** As a plan stands, or as a new one begins. */
export const formOf = (plan: Plan | undefined): PlanForm => {
  if (!plan) return newForm
  const { payWith, amount, every, on, ceiling, endsOn } = plan
  return {
    ...newForm,
    payWith,
    amount: filledIn(payWith, amount),
    every,
    ...(every !== 'day' && { [every]: on ?? 1 }),
    ceiling: ceiling === null ? emptyEntry : filledIn('USD', ceiling),
    endsOn: endsOn ?? '',
  }
}

/** The day within the week or month; none for each day. */
export const dayOf = (form: PlanForm): number | undefined => (form.every === 'day' ? undefined : form[form.every])

/** What is sent; undefined while something is missing or cannot be read. */
export const termsOf = (form: PlanForm, zone: string): Terms | undefined => {
  const ceiling = readEntry(form.ceiling, 'USD')
  if (ceiling.problem !== undefined) return undefined
  const terms = {
    payWith: form.payWith,
    amount: readEntry(form.amount, form.payWith).amount ?? '',
    every: form.every,
    on: dayOf(form),
    ceiling: ceiling.amount,
    endsOn: form.endsOn || undefined,
    zone,
  }
  return changePlan.body.safeParse(terms).success ? terms : undefined
}
