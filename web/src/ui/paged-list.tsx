import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatClock } from '../lib/local-format.ts'
import type { ListQuery } from '../lib/use-list.ts'
import { DayList } from './day-list.tsx'
import classes from './paged-list.module.css'
import { FailedState, LoadingState } from './states.tsx'

const skeletonRows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

const ListSkeleton = ({ what }: { what: string }) => (
  <LoadingState label={`Loading the ${what}`}>
    <div className={classes.list}>
      {skeletonRows.map((row) => (
        <div key={row} className={classes.waiting}>
          <Skeleton height={42} width="40%" />
          <Skeleton height={42} width="30%" />
        </div>
      ))}
    </div>
  </LoadingState>
)

/** A list that is read page by page, with what stands there while it loads, when it failed and when it is empty. */
export const PagedList = <T,>({
  what,
  label,
  query,
  dayOf,
  dayHeading,
  empty,
  children,
}: {
  /** What is listed, such as “trades”. */
  what: string
  /** What the list is called for those who do not see the page. */
  label?: string
  query: ListQuery<T>
  /** When one of them happened: the days are then headings. */
  dayOf?: (item: T) => string
  dayHeading?: 'h2' | 'h3'
  empty: ReactNode
  children: (item: T) => ReactNode
}) => {
  const { data, asOf, isError, isFetching, isFetchingNextPage, isFetchNextPageError } = query
  const { hasNextPage, fetchNextPage, refetch } = query
  if (!data)
    return isError ? (
      <FailedState title={`The ${what} could not be loaded`} isRetrying={isFetching} onRetry={() => void refetch()}>
        Your connection may be down, or the service may be busy.
      </FailedState>
    ) : (
      <ListSkeleton what={what} />
    )
  // A filter may leave nothing of a page though more follow.
  if (data.length === 0 && !hasNextPage) return empty
  return (
    <>
      {asOf && <p className={classes.age}>As of {formatClock(new Date(asOf))}</p>}
      {dayOf ? (
        <div className={classes.list}>
          <DayList items={data} atOf={dayOf} {...(dayHeading && { heading: dayHeading })}>
            {children}
          </DayList>
        </div>
      ) : (
        <ul className={classes.list} aria-label={label}>
          {data.map(children)}
        </ul>
      )}
      {isFetchNextPageError && (
        <p role="alert" className={classes.problem}>
          More could not be loaded. Please try again.
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
