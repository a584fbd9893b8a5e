import { Skeleton } from '@mantine/core'
import { knowsPage } from '../../../lib/known-pages.ts'
import { useGramValue } from '../../../lib/use-price.ts'
import { useRecentMovements } from '../../../lib/use-recent-movements.ts'
import { DayList } from '../../../ui/day-list.tsx'
import { TextLink } from '../../../ui/form.tsx'
import { MovementRow } from '../../../ui/movement-row.tsx'
import { FailedState, LoadingState } from '../../../ui/states.tsx'
import classes from './last-movements.module.css'

const most = 5
const all = '/transactions'
const skeletonRows = ['first', 'second', 'third']

/** What came and left last, with a link to everything. */
export const LastMovements = () => {
  const { data, isError, isFetching, refetch } = useRecentMovements()
  const perGram = useGramValue()
  if (!data)
    return isError ? (
      <FailedState
        title="Your latest transactions could not be loaded"
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        Your connection may be down, or the service may be busy.
      </FailedState>
    ) : (
      <LoadingState label="Loading your latest transactions">
        {skeletonRows.map((row) => (
          <Skeleton key={row} height={44} mb={12} />
        ))}
      </LoadingState>
    )
  if (data.length === 0)
    return <p className={classes.text}>Nothing yet. Deposits, trades and transfers are listed here.</p>
  return (
    <>
      <div className={classes.list}>
        <DayList items={data.slice(0, most)} atOf={({ at }) => at} heading="h4">
          {(movement) => <MovementRow key={movement.id} movement={movement} perGram={perGram} />}
        </DayList>
      </div>
      {knowsPage(all) && <TextLink to={all}>All transactions</TextLink>}
    </>
  )
}
