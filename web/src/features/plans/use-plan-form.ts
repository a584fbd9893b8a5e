import type { Plan, PlanProduct } from '@ingot/endpoints/plans'
import { useRef, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { compareDecimals } from '../../lib/decimal-text.ts'
import { limitWords } from '../../lib/limit-words.ts'
import { ownZone } from '../../lib/paper-wish.ts'
import { readEntry } from '../../lib/typed-amount.ts'
import { useClosed } from '../../lib/use-closed.ts'
import { dayOf, formOf, type PlanForm, termsOf } from './plan-form.ts'
import { usePlanDates, usePlanRules } from './queries.ts'
import { answeredByPage, performChange, performMaking, type Terms } from './transactions.ts'

/** By which switch what a plan buys is opened and closed. */
export const switchOf = { GAE: 'gae', QMGT: 'swap' } as const

const neverDue = 'The plan would end before its first date. Please choose a later day.'

type Rules = NonNullable<ReturnType<typeof usePlanRules>['data']>

/** Which limit an amount misses, before anything is sent; in the words in which the server's refusal is told. */
const limitOf = (amount: string | undefined, { leastUsd, mostUsd }: Rules): CallError | undefined => {
  if (amount === undefined || !/[1-9]/.test(amount)) return undefined
  const failure = { message: '', code: '', details: { leastUsd, mostUsd } }
  if (compareDecimals(amount, leastUsd) < 0) return new CallError({ name: 'AmountTooSmall', ...failure })
  return compareDecimals(amount, mostUsd) > 0 ? new CallError({ name: 'AmountTooLarge', ...failure }) : undefined
}

const isAnswered = ({ name }: CallError) => answeredByPage.some((answered) => answered === name)

const useSending = (perform: (terms: Terms) => ReturnType<typeof performMaking | typeof performChange>) => {
  const [problem, setProblem] = useState<CallError | null>(null)
  // A second press comes before the page has drawn the first one.
  const isBusy = useRef(false)
  const send = async (terms: Terms, onDone: (plan: Plan) => void) => {
    if (isBusy.current) return
    isBusy.current = true
    setProblem(null)
    try {
      const outcome = await perform(terms)
      if (outcome.kind === 'done') onDone(outcome.reply.data)
      // Whatever else was refused stands in the overlay already.
      if (outcome.kind === 'refused' && isAnswered(outcome.failure)) setProblem(outcome.failure)
    } finally {
      isBusy.current = false
    }
  }
  return { problem, forget: () => setProblem(null), send }
}

/** The state of a plan that is made or changed: what was entered, its first dates, and what is wrong with it. */
export const usePlanForm = (product: PlanProduct, plan: Plan | undefined, onDone: (plan: Plan) => void) => {
  const [form, setForm] = useState(() => formOf(plan))
  const rules = usePlanRules()
  const isClosed = useClosed(switchOf[product]) !== undefined
  // A plan stays in the zone in which it was made.
  const [zone] = useState(() => plan?.zone ?? ownZone())
  const { problem, forget, send } = useSending((terms) =>
    plan ? performChange(plan, terms) : performMaking(product, terms),
  )
  const change = (next: Partial<PlanForm>) => {
    forget()
    setForm((before) => ({ ...before, ...next }))
  }
  const dates = usePlanDates({ every: form.every, on: dayOf(form)?.toString(), endsOn: form.endsOn || undefined, zone })

  const amount = readEntry(form.amount, form.payWith).amount
  const missed = (rules.data && limitOf(amount, rules.data)) ?? problem ?? undefined
  const limit = missed && limitWords(missed, 'instalment')
  const isNeverDue = dates.data?.length === 0 || problem?.name === 'PlanNeverDue'
  const terms = termsOf(form, zone)
  // Nobody agrees to what was not told.
  const isTold = rules.data !== undefined
  const canSend = isTold && terms !== undefined && limit === undefined && !isNeverDue && !isClosed
  return {
    form,
    change,
    zone,
    rules,
    dates,
    isClosed,
    problems: { amount: limit, endsOn: isNeverDue ? neverDue : undefined },
    /** What belongs to no field. */
    problem: limit === undefined && problem?.name !== 'PlanNeverDue' ? problem : null,
    onConfirm: canSend ? () => void send(terms, onDone) : undefined,
  }
}
