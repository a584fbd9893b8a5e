import { type Plan, readPlan } from '@ingot/endpoints/plans'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { useAddressFields } from '../../lib/address-fields.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { DueList } from './due-list.tsx'
import { PlanActions } from './plan-actions.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { planLine, planName } from './plan-words.ts'
import classes from './plans.module.css'
import { usePlan } from './queries.ts'

const back = { to: '/plans', label: 'Your plans' }

const Missing = () => (
  <>
    <PageHeading back={back}>Plan</PageHeading>
    <EmptyState
      title="No plan has this address"
      action={
        <Button component={PageLink} to="/plans" variant="default">
          Your plans
        </Button>
      }
    >
      It may belong to another account, or the address may be misspelt.
    </EmptyState>
  </>
)

const Changing = ({ plan, onDone }: { plan: Plan; onDone: () => void }) => (
  <>
    <PageHeading back={{ to: `/plans/${plan.id}`, label: planName(plan) }} note={`${planLine(plan)}.`} takesFocus>
      Change the plan
    </PageHeading>
    <div className={classes.form}>
      <PlanPanel product={plan.product} plan={plan} onDone={onDone} />
    </div>
  </>
)

const Shown = ({ plan, onChange }: { plan: Plan; onChange: () => void }) => (
  <>
    <PageHeading back={back}>{planName(plan)}</PageHeading>
    <PlanCard plan={plan}>
      <PlanActions plan={plan} onChange={onChange} />
    </PlanCard>
    <DueList plan={plan} />
  </>
)

const Read = ({ id }: { id: string }) => {
  const query = usePlan(id)
  const [{ change }, setFields] = useAddressFields({ change: '' })
  const { data: plan } = query
  if (plan === null) return <Missing />
  if (!plan)
    return (
      <>
        <PageHeading back={back}>Plan</PageHeading>
        <Unread what="plan" query={query} />
      </>
    )
  return change === 'yes' && plan.state !== 'Ended' ? (
    <Changing plan={plan} onDone={() => setFields({ change: '' })} />
  ) : (
    <Shown plan={plan} onChange={() => setFields({ change: 'yes' })} />
  )
}

/** One plan: how it stands, what it does next, and each date with its outcome. What cannot be one is not asked for. */
export const PlanPage = () => {
  const { id = '' } = useParams()
  return readPlan.params.safeParse({ id }).success ? <Read id={id} /> : <Missing />
}
