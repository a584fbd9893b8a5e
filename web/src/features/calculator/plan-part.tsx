import '@mantine/core/styles/Input.css'
import { type ReckonedPlan, reckonPlan } from '@ingot/endpoints/reckoning'
import { NativeSelect, TextInput } from '@mantine/core'
import { amountWords } from '../../lib/amount-words.ts'
import { compareDecimals } from '../../lib/decimal-text.ts'
import { numberFormat } from '../../lib/local-format.ts'
import { readEntry } from '../../lib/typed-amount.ts'
import { Amount } from '../../ui/amount.tsx'
import { AmountField } from '../../ui/amount-field.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { orNothing, type Terms } from './calculator-terms.ts'
import { growthOf, type Inputs, longestYears } from './inputs.ts'
import { Part } from './part.tsx'
import { PlanChart } from './plan-chart.tsx'
import type { Rules } from './queries.ts'
import type { Calculating } from './use-inputs.ts'

const rhythms = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
] as const

const yearChoices = Array.from({ length: longestYears }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 year' : `${index + 1} years`,
}))

const usd = (amount: string) => amountWords({ asset: 'USD', amount })

const limitMissed = ({ leastUsd, mostUsd }: Rules['plan'], amount: string | undefined) => {
  if (amount === undefined) return undefined
  if (compareDecimals(amount, leastUsd) < 0) return `The minimum per instalment is ${usd(leastUsd)}.`
  if (compareDecimals(amount, mostUsd) > 0) return `The maximum per instalment is ${usd(mostUsd)}.`
  return undefined
}

const Figures = ({ plan, growth }: { plan: ReckonedPlan; growth: number }) => (
  <FigureRows>
    <FigureRow name="Instalments">{numberFormat(0).format(plan.times)}</FigureRow>
    <FigureRow name="You pay in all">
      <Amount value={plan.paid} asset="USDT" />
    </FigureRow>
    <FigureRow name="Fees in it" isPart>
      <Amount value={plan.fees} asset="USDT" />
    </FigureRow>
    <FigureRow name={growth === 0 ? 'Grams at today’s price' : 'Grams at the prices you assume'}>
      <Amount value={plan.grams} asset="g" decimals={6} />
    </FigureRow>
    <FigureRow
      name={growth === 0 ? 'They would bring today' : 'They would bring at the price you assume'}
      note="If sold, fee and spread off."
    >
      <Amount value={plan.worth} asset="USDT" />
    </FigureRow>
  </FigureRows>
)

const Fields = ({ calculating: { inputs, change }, rules }: { calculating: Calculating; rules: Rules }) => {
  const { instalment, every, years, growth } = inputs
  return (
    <>
      <AmountField
        label="You pay each time"
        entry={instalment}
        asset="USDT"
        balance={null}
        problem={limitMissed(rules.plan, readEntry(instalment, 'USDT').amount)}
        onEntry={(next) => change({ instalment: next })}
      />
      <Labelled label="How often" choices={rhythms} value={every} onChange={(next) => change({ every: next })} />
      <NativeSelect
        label="For how long"
        size="md"
        data={yearChoices}
        value={String(years)}
        onChange={(event) => change({ years: Number(event.currentTarget.value) })}
      />
      <TextInput
        label="Your own assumption: change of the price in a year, in % (optional)"
        description="We assume nothing. Without one, every date is reckoned at today’s price."
        size="md"
        inputMode="text"
        autoComplete="off"
        maxLength={8}
        value={growth}
        error={growthOf(growth) === undefined && 'Please enter a number from −50 to 50, such as 2.5 or −3.'}
        onChange={(event) => change({ growth: event.currentTarget.value })}
      />
    </>
  )
}

const planOf = (terms: Terms | undefined, { instalment, every, years, growth }: Inputs): ReckonedPlan | undefined => {
  const { amount } = readEntry(instalment, 'USDT')
  const points = growthOf(growth)
  if (!terms || amount === undefined || points === undefined) return undefined
  return orNothing(() => reckonPlan(terms, { amount, every, years }, points ?? 0))
}

/** What regular buying comes to at the price of today, or at one that somebody assumes and that is named wherever it is used. */
export const PlanPart = ({
  terms,
  rules,
  calculating,
}: {
  terms: Terms | undefined
  rules: Rules
  calculating: Calculating
}) => {
  const plan = planOf(terms, calculating.inputs)
  const growth = growthOf(calculating.inputs.growth) ?? 0
  return (
    <Part
      title="A plan over time"
      note="The price of gold rises and falls, and nobody knows what it will be. This is arithmetic, not a forecast and no promise."
    >
      <Fields calculating={calculating} rules={rules} />
      {plan && <Figures plan={plan} growth={growth} />}
      {plan && growth !== 0 && <PlanChart plan={plan} growth={growth} />}
    </Part>
  )
}
