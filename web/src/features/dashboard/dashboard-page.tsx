import { Button, Skeleton } from '@mantine/core'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import { AttentionList } from './attention-list.tsx'
import classes from './dashboard.module.css'
import { Figures } from './figures.tsx'
import { NextDates } from './next-dates.tsx'
import { PriceNote, UnrefreshedNote } from './price-note.tsx'
import { ProductSplit } from './product-split.tsx'
import { type Dashboard, useDashboard } from './queries.ts'
import { Staked } from './staked.tsx'
import { WorthCard } from './worth-card.tsx'

/** Whether there never was a holding. One that has ended leaves its result and what it paid. */
const isEmpty = ({ products, figures: { TotalNetCashout } }: Dashboard) =>
  products.every(({ holdings, realised }) => holdings === 0 && !/[1-9]/.test(realised)) &&
  !/[1-9]/.test(TotalNetCashout ?? '')

const NothingYet = () => (
  <EmptyState
    title="No gold saved yet"
    action={
      <Button component={PageLink} to="/GAE/Purchase">
        Save in GAE
      </Button>
    }
  >
    Once you have saved or converted gold, this page shows what it cost, what it is worth and what came of it. Its worth
    in money can fall as well as rise.
  </EmptyState>
)

const Full = ({ dashboard }: { dashboard: Dashboard }) => (
  <>
    <PriceNote price={dashboard.price} />
    <div className={classes.columns}>
      <Figures figures={dashboard.figures} />
      <div className={classes.column}>
        <WorthCard />
        <ProductSplit products={dashboard.products} />
        <Staked staked={dashboard.staked} />
        <NextDates next={dashboard.next} />
      </div>
    </div>
  </>
)

const Empty = ({ dashboard }: { dashboard: Dashboard }) => (
  <div className={classes.column}>
    <NothingYet />
    <Staked staked={dashboard.staked} />
    <NextDates next={dashboard.next} />
  </div>
)

const Loading = () => (
  <LoadingState label="Loading the dashboard">
    <div className={classes.columns}>
      <Skeleton height={560} radius={12} />
      <Skeleton height={440} radius={12} />
    </div>
  </LoadingState>
)

const Shown = () => {
  const { data, isError, isFetching, dataUpdatedAt, refetch } = useDashboard({ isLive: true })
  const retry = () => void refetch()
  if (!data)
    return isError ? (
      <FailedState title="Your figures: —" isRetrying={isFetching} onRetry={retry}>
        They could not be loaded. Your connection may be down, or the service may be busy.
      </FailedState>
    ) : (
      <Loading />
    )
  return (
    <>
      {isError && <UnrefreshedNote at={dataUpdatedAt} onRetry={retry} />}
      <AttentionList attention={data.attention} />
      {isEmpty(data) ? <Empty dashboard={data} /> : <Full dashboard={data} />}
    </>
  )
}

/** How a customer stands with all that was saved: what came of it, what was paid out, what is booked, and what to look at. */
export const DashboardPage = () => (
  <>
    <PageHeading note="What became of the gold you saved in GAE, GAE Extra and Gold Convert. Every figure opens its sum.">
      Dashboard
    </PageHeading>
    <Shown />
  </>
)
