import { listPlans, type Plan, planProducts, planStates } from '@ingot/endpoints/plans'
import { Button, NativeSelect } from '@mantine/core'
import { useAddressFields } from '../../lib/address-fields.ts'
import { Amount } from '../../ui/amount.tsx'
import { ListFilter } from '../../ui/list-filter.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { dayWords, planAddress, planName, whenWords } from './plan-words.ts'
import classes from './plans.module.css'
import { type PlanFilter, usePlans } from './queries.ts'

const noFilter = { product: '', state: '' }

const { shape } = listPlans.query.def

/** What the server is asked for; what an address names wrongly is left out. */
const filterOf = ({ product, state }: typeof noFilter): PlanFilter => ({
  product: shape.product.safeParse(product).data,
  state: shape.state.safeParse(state).data,
})

const PlanRow = ({ plan }: { plan: Plan }) => (
  <Row
    to={planAddress(plan.id)}
    title={planName(plan)}
    note={
      <>
        {plan.state} · {whenWords(plan)}
        {plan.next && ` · next ${dayWords(plan.next.on)}`}
      </>
    }
    figure={<Amount value={plan.amount} asset={plan.payWith} />}
    aside={
      plan.booked.times > 0 && (
        <>
          <Amount value={plan.booked.grams} asset={plan.product} /> so far
        </>
      )
    }
  />
)

const NoPlans = ({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) =>
  isFiltered ? (
    <EmptyState
      title="No matching plans"
      action={
        <Button variant="default" onClick={onShowAll}>
          Show all
        </Button>
      }
    >
      You have no plans of this kind.
    </EmptyState>
  ) : (
    <EmptyState
      title="No plans yet"
      action={
        <Button component={PageLink} to="/plans/new">
          New plan
        </Button>
      }
    >
      A plan buys gold for the same sum every day, week or month. Its worth in money can fall.
    </EmptyState>
  )

/** The customer's standing orders, newest first. */
export const PlansPage = () => {
  const [form, setForm] = useAddressFields(noFilter)
  const filter = filterOf(form)
  const plans = usePlans(filter)
  const isFiltered = filter.product !== undefined || filter.state !== undefined
  const isEmpty = plans.data?.length === 0 && !isFiltered
  return (
    <>
      <PageHeading note="Gold for the same sum every day, week or month, until you end it.">Plans</PageHeading>
      {!isEmpty && (
        <>
          <p className={classes.make}>
            <Button component={PageLink} to="/plans/new">
              New plan
            </Button>
          </p>
          <ListFilter>
            <NativeSelect
              label="What it buys"
              data={[{ value: '', label: 'All' }, ...planProducts]}
              value={filter.product ?? ''}
              onChange={(event) => setForm({ ...form, product: event.currentTarget.value })}
            />
            <NativeSelect
              label="State"
              data={[{ value: '', label: 'All states' }, ...planStates]}
              value={filter.state ?? ''}
              onChange={(event) => setForm({ ...form, state: event.currentTarget.value })}
            />
          </ListFilter>
        </>
      )}
      <PagedList
        what="plans"
        label="Your plans"
        query={plans}
        empty={<NoPlans isFiltered={isFiltered} onShowAll={() => setForm(noFilter)} />}
      >
        {(plan) => <PlanRow key={plan.id} plan={plan} />}
      </PagedList>
    </>
  )
}
