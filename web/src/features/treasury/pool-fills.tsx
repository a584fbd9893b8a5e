import type { PoolFill } from '@ingot/endpoints/staking-fields'
import { Amount } from '../../ui/amount.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Item, ItemFigure, ItemList, ItemNote } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Pool } from './queries.ts'
import { Section } from './section.tsx'

const FillItem = ({ fill: { number, at, units, from, price, asker, approver, reason } }: { fill: PoolFill }) => (
  <Item
    heading="h3"
    title={`Fill ${number}`}
    aside={
      <ItemFigure>
        <Amount value={`+${units}`} asset="QMGT" />
      </ItemFigure>
    }
  >
    <ItemNote>
      <Moment at={at} />, asked for by {asker}, approved by {approver}
    </ItemNote>
    <FigureRows>
      <FigureRow name="Taken of fees">
        <ExactAmount value={from.amount} asset={from.asset} />
      </FigureRow>
      {price !== null && (
        <FigureRow isPart name="Price of 1 gram">
          <ExactAmount value={price} asset={from.asset} />
        </FigureRow>
      )}
      <FigureRow name="Reason">{reason}</FigureRow>
    </FigureRows>
  </Item>
)

/** What was put into the pool, newest first. */
export const PoolFills = ({ fills }: Pick<Pool, 'fills'>) => (
  <Section title="Fills">
    {fills.length === 0 ? (
      <EmptyState title="No fills yet">What goes into the pool out of fees is listed here.</EmptyState>
    ) : (
      <ItemList>
        {fills.map((fill) => (
          <FillItem key={fill.id} fill={fill} />
        ))}
      </ItemList>
    )}
  </Section>
)
