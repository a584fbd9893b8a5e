import type { Plan, PlanProduct } from '@ingot/endpoints/plans'
import { formatTime } from '../../lib/local-format.ts'
import { percentOf } from '../../ui/deal-figures.tsx'
import { LinkButton } from '../../ui/form.tsx'
import { dayWords } from './plan-words.ts'
import classes from './plans.module.css'
import type { usePlanForm } from './use-plan-form.ts'

type Planning = ReturnType<typeof usePlanForm>

const NotLoaded = ({ what, onRetry }: { what: string; onRetry: () => unknown }) => (
  <p className={classes.quiet} role="alert">
    The {what} could not be loaded. <LinkButton onClick={() => void onRetry()}>Retry</LinkButton>
  </p>
)

const Dates = ({ dates: { data, isError, refetch } }: Pick<Planning, 'dates'>) => {
  if (data)
    return (
      <ol className={classes.dates}>
        {data.map(({ on }) => (
          <li key={on}>{dayWords(on)}</li>
        ))}
      </ol>
    )
  return isError ? <NotLoaded what="dates" onRetry={refetch} /> : <p className={classes.quiet}>—</p>
}

/** When it buys first. For one that is changed, what it bought before decides: its page tells the dates then. */
export const FirstDates = ({ planning, plan }: { planning: Planning; plan: Plan | undefined }) => (
  <section aria-label={plan ? 'Next date' : 'First dates'}>
    <h2 className={classes.label}>{plan ? 'Next date' : 'First dates'}</h2>
    {plan ? (
      <p className={classes.quiet}>
        It comes after the {planning.form.every} in which the plan last bought: there are never two in one.
      </p>
    ) : (
      <Dates dates={planning.dates} />
    )}
  </section>
)

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

const hourWords = (hour: number) => formatTime(new Date(2026, 0, 1, hour))

/** Fee, spread and what happens when a date is missed; only what the server says is told in numbers. */
export const HowItWorks = ({
  planning: {
    rules: { data: rules, isError, refetch },
    form,
    zone,
  },
  product,
}: {
  planning: Planning
  product: PlanProduct
}) => {
  if (!rules) return isError && <NotLoaded what="terms" onRetry={refetch} />
  const costs = rules.costs.find((cost) => cost.product === product && cost.payWith === form.payWith)
  const skips = numberWords[rules.skipsToPause] ?? rules.skipsToPause
  return (
    <ul className={classes.rules}>
      <li>
        We buy at {hourWords(rules.hour)} ({zone.replaceAll('_', ' ')}) on each date, or when the gold market opens
        next, at the price of that moment.
      </li>
      {costs && (
        <li>
          That price is the market price plus {percentOf(costs.spreadBasisPoints)} spread. The fee of{' '}
          {percentOf(costs.feeBasisPoints)} is part of what you pay.
        </li>
      )}
      <li>
        If you have too little {form.payWith}, or gold costs more than your limit,{' '}
        {form.every === 'day'
          ? 'the date is skipped'
          : 'we try again after one and after three days, then skip the date'}
        . You never owe anything, and nothing is bought later instead.
      </li>
      <li>After {skips} skipped dates in a row we pause the plan. You can change, pause or end it at any time.</li>
    </ul>
  )
}
