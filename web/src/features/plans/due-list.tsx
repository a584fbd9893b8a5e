import { dueStates, listDues, type Plan, type PlanDue } from '@ingot/endpoints/plans'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { ListFilter } from '../../ui/list-filter.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { dayWords, dueReasonText } from './plan-words.ts'
import classes from './plans.module.css'
import { useDownloadDues, useDues } from './queries.ts'

const { shape } = listDues.query.def

/** What came, or what will be paid; of a date that was skipped neither. */
const figureOf = ({ state, grams, amount }: PlanDue, { product, payWith }: Plan) => {
  if (grams !== null) return <Amount value={`+${grams}`} asset={product} />
  return state === 'Skipped' ? null : <Amount value={amount} asset={payWith} />
}

/** What became of a date. What was booked leads to its transaction. */
const DueRow = ({ due, plan }: { due: PlanDue; plan: Plan }) => {
  const { on, state, grams, price, amount, movement } = due
  const reason = dueReasonText(due, plan)
  return (
    <Row
      to={movement ? `/transactions/${movement.type}/${movement.id}` : undefined}
      title={dayWords(on)}
      note={
        <>
          {state}
          {price !== null && (
            <>
              {' '}
              · at <Amount value={price} asset="USD" />
            </>
          )}
          {reason !== '' && ` · ${reason}`}
        </>
      }
      figure={figureOf(due, plan)}
      aside={
        grams === null ? (
          state === 'Skipped' && 'Nothing bought'
        ) : (
          <>
            for <Amount value={amount} asset={plan.payWith} />
          </>
        )
      }
    />
  )
}

/** Each date of a plan, newest first, with the same as a file. */
export const DueList = ({ plan }: { plan: Plan }) => {
  const [chosen, choose] = useState('')
  const filter = { state: shape.state.safeParse(chosen).data }
  const dues = useDues(plan.id, filter)
  const { isPending, isError, mutate } = useDownloadDues(plan)
  return (
    <section className={classes.part} aria-labelledby="dues-title">
      <h2 id="dues-title" className={classes.title}>
        Dates
      </h2>
      <ListFilter download={{ isPending, isError, start: () => mutate(filter) }}>
        <NativeSelect
          label="State"
          data={[{ value: '', label: 'All states' }, ...dueStates]}
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </ListFilter>
      <PagedList
        what="dates"
        label="Dates of the plan"
        query={dues}
        empty={
          <EmptyState title={chosen === '' ? 'No dates yet' : 'No matching dates'}>
            {chosen === '' ? 'Each date is listed here with what came of it.' : 'No date of this plan ended that way.'}
          </EmptyState>
        }
      >
        {(due) => <DueRow key={due.id} due={due} plan={plan} />}
      </PagedList>
    </section>
  )
}
