import type { Trade } from '@ingot/endpoints/trade'
import { Button, VisuallyHidden } from '@mantine/core'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { movementWord } from '../../lib/known-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/moment.tsx'
import { MovementLink } from '../../ui/movement-link.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type TradeFilter, useTrades } from './queries.ts'
import classes from './trade-list.module.css'

const Row = ({ trade }: { trade: Trade }) => {
  const [first, second = ''] = trade.pair.split('/')
  return (
    <li className={classes.row}>
      <span>
        <MovementLink type={trade.type} code={trade.id}>
          {movementWord(trade.type)} {trade.type === 'swap' ? `${trade.pay.asset} for ${trade.receive.asset}` : first}
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
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <PagedList
      what="trades"
      query={useTrades(filter)}
      empty={<NoTrades isFiltered={isFiltered} onShowAll={onShowAll} />}
    >
      {(trade) => <Row key={trade.id} trade={trade} />}
    </PagedList>
  )
}
