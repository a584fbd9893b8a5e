import type { Trade } from '@ingot/endpoints/trade'
import { Button } from '@mantine/core'
import { movementTitle, sidesOf } from '../../lib/movement-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { TimeOfDay } from '../../ui/moment.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type TradeFilter, useTrades } from './queries.ts'

/** A trade is told as the movement that it is. */
const movedBy = ({ type, receive, pay }: Trade) => ({ type, incoming: [receive], outgoing: [pay] })

/** Under the heading of its day. What was paid has the fee in it. */
const TradeRow = ({ trade }: { trade: Trade }) => {
  const [side, other] = sidesOf(movedBy(trade))
  const [, priced = ''] = trade.pair.split('/')
  if (!side || !other) return null
  return (
    <Row
      to={`/transactions/${trade.type}/${trade.id}`}
      title={movementTitle(movedBy(trade))}
      note={
        <>
          <TimeOfDay at={trade.at} /> · at <Amount value={trade.price} asset={priced} />
        </>
      }
      figure={<Amount value={side.sign + side.amount} asset={side.asset} />}
      aside={
        <>
          for <Amount value={other.amount} asset={other.asset} />
        </>
      }
    />
  )
}

const NoTrades = ({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) =>
  isFiltered ? (
    <EmptyState
      title="No matching trades"
      action={
        <Button variant="default" onClick={onShowAll}>
          Show all
        </Button>
      }
    >
      You made no trades of this kind in this period.
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
      What you buy and sell is listed here.
    </EmptyState>
  )

/** The customer's trades, newest first, page by page. */
export const TradeList = ({ filter, onShowAll }: { filter: TradeFilter; onShowAll: () => void }) => {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <PagedList
      what="trades"
      query={useTrades(filter)}
      dayOf={({ at }) => at}
      empty={<NoTrades isFiltered={isFiltered} onShowAll={onShowAll} />}
    >
      {(trade) => <TradeRow key={trade.id} trade={trade} />}
    </PagedList>
  )
}
