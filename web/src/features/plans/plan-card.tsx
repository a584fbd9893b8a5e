import type { Plan } from '@ingot/endpoints/plans'
import type { ReactNode } from 'react'
import { multiplyDecimals } from '../../lib/decimal-text.ts'
import { ifSold } from '../../lib/movement-words.ts'
import { useGramValue } from '../../lib/use-price.ts'
import { Card } from '../../ui/card.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Dollars } from '../../ui/position-figures.tsx'
import { dayWords, dueReasonText, planReasonWords, whenWords } from './plan-words.ts'
import classes from './plans.module.css'

const asSentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** What comes next: the day it is for, and the moment at which it is tried where that is another. */
const Next = ({ plan }: { plan: Plan }) => {
  const { next } = plan
  if (!next) return null
  return (
    <FigureRow
      name="Next date"
      note={
        <>
          {next.state !== 'Due' && `${next.state}. ${dueReasonText(next, plan)} `}
          {next.tryAt && (
            <>
              {next.state === 'Due' ? 'We buy' : 'Next attempt'} <Moment at={next.tryAt} />
            </>
          )}
        </>
      }
    >
      {dayWords(next.on)}
    </FigureRow>
  )
}

const Booked = ({ plan: { booked, product, payWith } }: { plan: Plan }) => {
  const perGram = useGramValue()
  const value = perGram === undefined ? null : multiplyDecimals(booked.grams, perGram)
  if (booked.times === 0) return <FigureRow name="Bought so far">Nothing yet</FigureRow>
  return (
    <>
      <FigureRow
        name="Bought so far"
        note={
          <>
            <Dollars value={value} /> {ifSold}
          </>
        }
      >
        <ExactAmount value={booked.grams} asset={product} />
      </FigureRow>
      <FigureRow isPart name={booked.times === 1 ? 'Paid, on one date' : `Paid, on ${booked.times} dates`}>
        <ExactAmount value={booked.paid} asset={payWith} />
      </FigureRow>
    </>
  )
}

/** All there is to know of a plan. */
export const PlanCard = ({ plan, children }: { plan: Plan; children: ReactNode }) => (
  <Card as="section" className={classes.card} aria-label="How it stands">
    <FigureRows isAlone>
      <FigureRow name="State" note={planReasonWords(plan)}>
        {plan.state}
      </FigureRow>
      <Next plan={plan} />
      {plan.dates.length > 0 && (
        <FigureRow name="Then">
          {plan.dates.map((on) => (
            <span key={on} className={classes.date}>
              {dayWords(on)}
            </span>
          ))}
        </FigureRow>
      )}
      <FigureRow name="You pay each time" note="Fee included">
        <ExactAmount value={plan.amount} asset={plan.payWith} />
      </FigureRow>
      <FigureRow name="How often" note={`Time zone: ${plan.zone.replaceAll('_', ' ')}`}>
        {asSentence(whenWords(plan))}
      </FigureRow>
      {plan.ceiling !== null && (
        <FigureRow name="Not above, per gram">
          <ExactAmount value={plan.ceiling} asset="USD" />
        </FigureRow>
      )}
      {plan.endsOn !== null && <FigureRow name="Last day">{dayWords(plan.endsOn)}</FigureRow>}
      <Booked plan={plan} />
      <FigureRow name="Set up">
        <Moment at={plan.madeAt} />
      </FigureRow>
    </FigureRows>
    {children}
  </Card>
)
