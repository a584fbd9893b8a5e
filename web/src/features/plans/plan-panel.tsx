import '@mantine/core/styles/Input.css'
import { payAssets } from '@ingot/endpoints/holding-fields'
import { type Plan, type PlanProduct, rhythms } from '@ingot/endpoints/plans'
import { NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { amountWords } from '../../lib/amount-words.ts'
import { compareDecimals } from '../../lib/decimal-text.ts'
import { readEntry } from '../../lib/typed-amount.ts'
import { useBalanceOf } from '../../lib/use-balance-of.ts'
import { usePrice } from '../../lib/use-price.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Card } from '../../ui/card.tsx'
import { ClosedNote } from '../../ui/closed-note.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { TransactionForm } from '../../ui/transaction-form.tsx'
import { FirstDates, HowItWorks } from './plan-terms.tsx'
import { ordinal, planAddress, shortestMonth, weekdays } from './plan-words.ts'
import classes from './plans.module.css'
import { isOfPlans, resume } from './transactions.ts'
import { switchOf, usePlanForm } from './use-plan-form.ts'

type Planning = ReturnType<typeof usePlanForm>

const rhythmWords = { day: 'Every day', week: 'Every week', month: 'Every month' } as const

const daysOfWeek = weekdays.map((label, index) => ({ value: String(index + 1), label }))
const daysOfMonth = Array.from({ length: 31 }, (_, index) => index + 1).map((day) => ({
  value: String(day),
  label: day > shortestMonth ? `${ordinal(day)}, or the month’s last day` : ordinal(day),
}))

const AmountEachTime = ({ planning: { form, change, rules, problems } }: { planning: Planning }) => {
  const balance = useBalanceOf()(form.payWith)
  return (
    <AmountField
      label="You pay each time"
      entry={form.amount}
      asset={form.payWith}
      choice={{
        label: 'Asset you pay with',
        assets: payAssets,
        onChoose: (payWith) => change({ payWith, amount: { text: form.amount.text } }),
      }}
      balance={balance}
      problem={problems.amount}
      about={
        rules.data &&
        `From ${amountWords({ asset: 'USD', amount: rules.data.leastUsd })} to ${amountWords({ asset: 'USD', amount: rules.data.mostUsd })}, fee included`
      }
      onEntry={(amount) => change({ amount })}
    />
  )
}

const When = ({ planning: { form, change } }: { planning: Planning }) => (
  <>
    <Labelled
      label="How often"
      choices={rhythms.map((every) => ({ value: every, label: rhythmWords[every] }))}
      value={form.every}
      onChange={(every) => change({ every })}
    />
    {form.every === 'week' && (
      <NativeSelect
        label="Which day"
        size="md"
        data={daysOfWeek}
        value={String(form.week)}
        onChange={(event) => change({ week: Number(event.currentTarget.value) })}
      />
    )}
    {form.every === 'month' && (
      <NativeSelect
        label="Which day"
        size="md"
        data={daysOfMonth}
        value={String(form.month)}
        onChange={(event) => change({ month: Number(event.currentTarget.value) })}
      />
    )}
  </>
)

/** What a gram costs now, beside the limit that the customer sets. */
const useCeilingNote = (ceiling: string | undefined): string => {
  const price = usePrice().data
  if (!price?.tradable) return 'Above it nothing is bought.'
  const now = `A gram costs ${amountWords({ asset: 'USD', amount: price.buy })} now.`
  return ceiling !== undefined && /[1-9]/.test(ceiling) && compareDecimals(ceiling, price.buy) < 0
    ? `${now} Nothing is bought until it costs less than your limit.`
    : `${now} Above your limit nothing is bought.`
}

const Ceiling = ({ planning: { form, change } }: { planning: Planning }) => (
  <AmountField
    label="Not above, per gram (optional)"
    entry={form.ceiling}
    asset="USD"
    balance={null}
    about={useCeilingNote(readEntry(form.ceiling, 'USD').amount)}
    onEntry={(ceiling) => change({ ceiling })}
  />
)

const LastDate = ({ planning: { form, change, problems } }: { planning: Planning }) => (
  <TextInput
    label="Last day (optional)"
    description="Without one, the plan continues until you end it."
    type="date"
    size="md"
    value={form.endsOn}
    error={problems.endsOn}
    onChange={(event) => change({ endsOn: event.currentTarget.value })}
  />
)

/** Where a plan is made, or changed: it buys nothing now, and says on which days it will. */
export const PlanPanel = ({
  product,
  plan,
  onDone,
}: {
  product: PlanProduct
  /** The one that is changed; without it a new one is made, and its page opens. */
  plan?: Plan
  onDone?: () => void
}) => {
  const navigate = useNavigate()
  const planning = usePlanForm(product, plan, ({ id }) =>
    onDone ? onDone() : void navigate(planAddress(id), { viewTransition: true }),
  )
  const { form, isClosed, problem } = planning
  return (
    <Card>
      <TransactionForm
        aria-label={plan ? 'Change the plan' : `Buy ${product} by plan`}
        figures={
          <>
            <FirstDates planning={planning} plan={plan} />
            <HowItWorks planning={planning} product={product} />
          </>
        }
        hint={form.amount.text || isClosed ? undefined : 'Enter how much you pay each time.'}
        problem={problem}
        isOfPage={isOfPlans}
        onAsk={resume}
        action={plan ? 'Save the changes' : 'Set up the plan'}
        note="You confirm with your PIN now. The dates need none."
        onConfirm={planning.onConfirm}
      >
        <ClosedNote product={switchOf[product]} />
        <AmountEachTime planning={planning} />
        <When planning={planning} />
        <div className={classes.optional}>
          <Ceiling planning={planning} />
          <LastDate planning={planning} />
        </div>
      </TransactionForm>
    </Card>
  )
}
