import { Button, Skeleton } from '@mantine/core'
import { EmptyState, FailedState, LoadingState } from '../../../ui/states.tsx'
import { useUsdauTransfers } from './queries.ts'
import { TransferRow } from './transfer-row.tsx'
import classes from './usdau-transfers.module.css'

const skeletonRows = ['first', 'second', 'third', 'fourth']

/** What was sent or asked for of USDAU, newest first, page by page. */
export const UsdauTransfers = () => {
  const { data, isError, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useUsdauTransfers()
  if (!data)
    return isError ? (
      <FailedState title="The requests could not be read" isRetrying={isFetching} onRetry={() => void refetch()}>
        Your connection may be down, or the service is busy.
      </FailedState>
    ) : (
      <LoadingState label="Loading the requests">
        <div className={classes.list}>
          {skeletonRows.map((row) => (
            <div key={row} className={classes.skeleton}>
              <Skeleton height={42} />
            </div>
          ))}
        </div>
      </LoadingState>
    )
  const transfers = data.pages.flatMap((page) => page.data)
  if (transfers.length === 0)
    return (
      <EmptyState title="Nothing was sent yet">
        Each request is listed here with its state. One to a new address waits first, and can be cancelled.
      </EmptyState>
    )
  return (
    <>
      <ul className={classes.list} aria-label="USDAU transfers">
        {transfers.map((transfer) => (
          <TransferRow key={transfer.id} transfer={transfer} />
        ))}
      </ul>
      {isFetchNextPageError && (
        <p role="alert" className={classes.problem}>
          More could not be read. Please try again.
        </p>
      )}
      {hasNextPage && (
        <Button variant="default" mt="lg" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}
