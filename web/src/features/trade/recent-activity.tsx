import { Button, Skeleton } from '@mantine/core'
import { knowsPage } from '../../lib/known-pages.ts'
import { useSession } from '../../lib/session.ts'
import { useGramValue } from '../../lib/use-price.ts'
import { useRecentMovements } from '../../lib/use-recent-movements.ts'
import { Card } from '../../ui/card.tsx'
import { DayList } from '../../ui/day-list.tsx'
import { TextLink } from '../../ui/form.tsx'
import { MovementRow } from '../../ui/movement-row.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import classes from './recent-activity.module.css'

const skeletonRows = ['first', 'second', 'third', 'fourth']

const List = () => {
  const { data, isError, isFetching, refetch } = useRecentMovements()
  const perGram = useGramValue()
  const openWallet = useSession((session) => session.openWallet)
  if (!data)
    return isError ? (
      <FailedState
        title="Your recent activity could not be loaded"
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        Your connection may be down, or the service may be busy.
      </FailedState>
    ) : (
      <LoadingState label="Loading the recent activity">
        <Card className={classes.list}>
          {skeletonRows.map((row) => (
            <div key={row} className={classes.waiting}>
              <Skeleton height={38} width="40%" />
              <Skeleton height={18} width="30%" />
            </div>
          ))}
        </Card>
      </LoadingState>
    )
  if (data.length === 0)
    return (
      <EmptyState
        title="Nothing yet"
        action={
          <Button variant="default" onClick={openWallet}>
            Open the wallet
          </Button>
        }
      >
        To begin, send USDT to your wallet address. Deposits and trades are listed here.
      </EmptyState>
    )
  return (
    <Card className={classes.list}>
      <DayList items={data} atOf={({ at }) => at}>
        {(movement) => <MovementRow key={movement.id} movement={movement} perGram={perGram} />}
      </DayList>
    </Card>
  )
}

const all = '/transactions'

/** The last movements of the customer's value, whatever caused them. */
export const RecentActivity = () => (
  <section aria-labelledby="activity-title">
    <div className={classes.head}>
      <h2 id="activity-title" className={classes.title}>
        Recent activity
      </h2>
      {knowsPage(all) && <TextLink to={all}>All transactions</TextLink>}
    </div>
    <List />
  </section>
)
