import type { Trade } from '@ingot/endpoints/trade'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import { decimalsOf } from './assets.ts'
import { MovementLink } from './movement-link.tsx'
import { wordOf } from './movement-words.ts'
import { type TradeFilter, useTrades } from './queries.ts'
import classes from './trade-list.module.css'

const Row = ({ trade }: { trade: Trade }) => {
  const [first, second = ''] = trade.pair.split('/')
  return (
    <li className={classes.row}>
      <span>
        <MovementLink type={trade.type} code={trade.id}>
          {wordOf(trade.type)} {trade.type === 'swap' ? `${trade.pay.asset} for ${trade.receive.asset}` : first}
        </MovementLink>
        <span className={classes.when}>
          <Moment at={trade.at} />
        </span>
      </span>
      <span className={classes.figure}>
        <VisuallyHidden>received </VisuallyHidden>
        <Amount
          value={`+${trade.receive.amount}`}
          asset={trade.receive.asset}
          decimals={decimalsOf(trade.receive.asset)}
        />
        <VisuallyHidden>, paid </VisuallyHidden>
        <Amount
          className={classes.paid}
          value={`−${trade.pay.amount}`}
          asset={trade.pay.asset}
          decimals={decimalsOf(trade.pay.asset)}
        />
      </span>
      <span className={classes.figure}>
        <span>
          <span className={classes.small}>at </span>
          <Amount value={trade.price} asset={second} decimals={2} />
        </span>
        <span className={classes.small}>
          fee <Amount value={trade.fee.amount} asset={trade.fee.asset} decimals={decimalsOf(trade.fee.asset)} />
        </span>
      </span>
    </li>
  )
}

const skeletonRows = ['first', 'second', 'third', 'fourth', 'fifth']

const ListSkeleton = () => (
  <LoadingState label="Loading the trades">
    <div className={classes.list}>
      {skeletonRows.map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={40} width="60%" />
          <Skeleton height={40} width="70%" />
          <Skeleton height={40} width="60%" />
        </div>
      ))}
    </div>
  </LoadingState>
)

const NoTrades = ({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) =>
  isFiltered ? (
    <EmptyState
      title="No trades like that"
      action={
        <Button variant="default" onClick={onShowAll}>
          Show all
        </Button>
      }
    >
      Nothing was traded in the time and of the kind you chose.
    </EmptyState>
  ) : (
    <EmptyState
      title="No trades yet"
      action={
        <Button component={PageLink} to="/">
          Trade
        </Button>
      }
    >
      What you buy and sell is listed here, with price and fee.
    </EmptyState>
  )

/** The customer's trades, newest first, page by page. */
export const TradeList = ({ filter, onShowAll }: { filter: TradeFilter; onShowAll: () => void }) => {
  const { data, isError, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useTrades(filter)
  if (!data)
    return isError ? (
      <FailedState title="The trades could not be read" isRetrying={isFetching} onRetry={() => void refetch()}>
        Your connection may be down, or the service is busy.
      </FailedState>
    ) : (
      <ListSkeleton />
    )
  const trades = data.pages.flatMap((page) => page.data)
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  if (trades.length === 0) return <NoTrades isFiltered={isFiltered} onShowAll={onShowAll} />
  return (
    <>
      <ul className={classes.list}>
        {trades.map((trade) => (
          <Row key={trade.id} trade={trade} />
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
