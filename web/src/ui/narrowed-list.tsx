import { Button, NativeSelect } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Narrowing } from '../lib/use-narrowing.ts'
import { ListFilter } from './list-filter.tsx'
import { PagedList } from './paged-list.tsx'
import { EmptyState } from './states.tsx'

/** A list of things with states: newest first, narrowed by state and days, and the same as a file. Before there is one it says so alone. */
export const NarrowedList = <T, State extends string>({
  what,
  narrowing: { states, filter, isNarrowed, days, narrow, showAll },
  query,
  download: { isPending, isError, mutate },
  none,
  dayOf,
  children,
}: {
  /** What is listed, such as “payouts”. */
  what: string
  narrowing: Narrowing<State>
  query: UseInfiniteQueryResult<T[]>
  download: { isPending: boolean; isError: boolean; mutate: (filter: Narrowing<State>['filter']) => void }
  /** What will stand here, before there ever was one. */
  none: string
  /** When one of them happened: the days are then headings. */
  dayOf?: (item: T) => string
  children: (item: T) => ReactNode
}) => (
  <>
    {(isNarrowed || query.data?.length !== 0) && (
      <ListFilter days={days} onDays={narrow} download={{ isPending, isError, start: () => mutate(filter) }}>
        <NativeSelect
          label="State"
          data={[{ value: '', label: 'All states' }, ...states]}
          value={filter.state ?? ''}
          onChange={(event) => narrow({ state: event.currentTarget.value })}
        />
      </ListFilter>
    )}
    <PagedList
      what={what}
      label={`Your ${what}`}
      query={query}
      {...(dayOf && { dayOf })}
      empty={
        isNarrowed ? (
          <EmptyState
            title={`No matching ${what}`}
            action={
              <Button variant="default" onClick={showAll}>
                Show all
              </Button>
            }
          >
            You have no {what} of this kind.
          </EmptyState>
        ) : (
          <EmptyState title={`No ${what} yet`}>{none}</EmptyState>
        )
      }
    >
      {children}
    </PagedList>
  </>
)
